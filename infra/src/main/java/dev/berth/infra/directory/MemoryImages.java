package dev.berth.infra.directory;

import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.SignerEvent;
import dev.berth.api.image.SignerScope;
import dev.berth.api.image.SignerView;
import dev.berth.api.image.Visibility;
import dev.berth.api.pool.LifeState;
import dev.berth.command.image.ImageDirectory;
import dev.berth.query.image.ImageTable;
import dev.berth.query.image.SignerRecord;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Images and signers in memory. */
final class MemoryImages implements ImageDirectory {
    private static final Comparator<ImageView> OLDEST =
            Comparator.comparing(ImageView::createdAt).thenComparing(ImageView::tenantId);

    /** By the id that tenants give them, then by tenant. */
    private final Map<String, Map<String, ImageView>> byName = new ConcurrentHashMap<>();

    final MemoryTable<ImageView, ImageEvent> images = new MemoryTable<>(ImageTable.TABLE) {
        @Override
        void changed(String id, @Nullable ImageView before, ImageView after) {
            byName.computeIfAbsent(after.imageId(), none -> new ConcurrentHashMap<>())
                    .put(after.tenantId(), after);
        }
    };

    final MemoryTable<SignerRecord, SignerEvent> signers = new MemoryTable<>(ImageTable.SIGNERS) {
        @Override
        void changed(String id, @Nullable SignerRecord before, SignerRecord after) {}
    };

    @Override
    public Optional<ImageView> own(String tenantId, String imageId) {
        return Optional.ofNullable(byName.getOrDefault(imageId, Map.of()).get(tenantId));
    }

    @Override
    public Optional<ImageView> visible(String tenantId, String imageId) {
        Optional<ImageView> own = own(tenantId, imageId).filter(MemoryImages::active);
        return own.isPresent()
                ? own
                : byName.getOrDefault(imageId, Map.of()).values().stream()
                        .filter(MemoryImages::active)
                        .filter(image -> image.visibility() == Visibility.PUBLIC)
                        .min(OLDEST);
    }

    @Override
    public Optional<SignerView> trustedSigner(String tenantId, String signerId) {
        return signers.find(signerId)
                .filter(signer -> !signer.removed())
                .map(SignerRecord::view)
                .filter(signer -> signer.scope() == SignerScope.PLATFORM
                        || signer.tenantId().equals(tenantId));
    }

    private static boolean active(ImageView image) {
        return image.state() == LifeState.ACTIVE;
    }
}
