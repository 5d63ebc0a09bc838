package dev.berth.infra.store;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.axonframework.modelling.saga.repository.jdbc.PostgresSagaSqlSchema;
import org.axonframework.modelling.saga.repository.jdbc.SagaSchema;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.SimpleSerializedObject;

/** The tables of sagas, whose state is text, so that a person can read it. */
final class SagaTable extends PostgresSagaSqlSchema {
    SagaTable() {
        super(SagaSchema.builder()
                .sagaEntryTable("saga_entry")
                .revisionColumn("revision")
                .serializedSagaColumn("serialized_saga")
                .associationValueEntryTable("association_value_entry")
                .associationKeyColumn("association_key")
                .associationValueColumn("association_value")
                .sagaIdColumn("saga_id")
                .sagaTypeColumn("saga_type")
                .build());
    }

    @Override
    public PreparedStatement sql_updateSaga(Connection connection, String id, byte[] saga, String type, String revision)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(
                "update saga_entry set serialized_saga = ?, revision = ? where saga_id = ?");
        statement.setString(1, new String(saga, StandardCharsets.UTF_8));
        statement.setString(2, revision);
        statement.setString(3, id);
        return statement;
    }

    @Override
    public PreparedStatement sql_storeSaga(Connection connection, String id, String revision, String type, byte[] saga)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(
                "insert into saga_entry (saga_id, revision, saga_type, serialized_saga) values (?, ?, ?, ?)");
        statement.setString(1, id);
        statement.setString(2, revision);
        statement.setString(3, type);
        statement.setString(4, new String(saga, StandardCharsets.UTF_8));
        return statement;
    }

    @Override
    public SerializedObject<byte[]> readSerializedSaga(ResultSet row) throws SQLException {
        return new SimpleSerializedObject<>(
                row.getString("serialized_saga").getBytes(StandardCharsets.UTF_8),
                byte[].class,
                row.getString("saga_type"),
                row.getString("revision"));
    }
}
