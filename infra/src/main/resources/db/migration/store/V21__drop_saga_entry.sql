-- Nobody has written these: reconciliation keeps its sagas in resource_saga.
drop table association_value_entry;
drop table saga_entry;
