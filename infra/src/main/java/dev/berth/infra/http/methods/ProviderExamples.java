package dev.berth.infra.http.methods;

import static dev.berth.infra.http.methods.Examples.ANN;
import static dev.berth.infra.http.methods.Examples.INSTANCE_ID;
import static dev.berth.infra.http.methods.Examples.TENANT;

import dev.berth.api.account.AccountView;
import dev.berth.api.account.ProviderKind;
import dev.berth.api.network.NetworkState;
import dev.berth.api.network.NetworkView;
import dev.berth.api.network.SubnetView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.snapshot.SnapshotState;
import dev.berth.api.snapshot.SnapshotView;
import dev.berth.api.volume.AttachmentState;
import dev.berth.api.volume.AttachmentView;
import dev.berth.api.volume.DesiredAttachment;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeState;
import dev.berth.api.volume.VolumeView;
import java.time.Instant;
import java.util.List;

/** Answers on what is made with a provider account, as the documentation shows them. */
final class ProviderExamples {
    static final String ACCOUNT_ID = "acct_01jd8h7m2n4p6q8r0s1t3v5w7x";
    static final String NETWORK_ID = "net_5m7p9r1t3w6y8z0b2d4f6h8k1n3q5s7v9x2z4b6d8f0h2k4mqmr0";
    static final String POOL_ID = "pool_01jd8h8b3d5f7h9k0m2n4p6q8r";
    static final String VOLUME_ID = "pvol_9q1s3v5x7z0b2d4f6h8k1m3p5r7t9w2y4a6c8e0g2j4n6q8sqmr0";
    static final String SNAPSHOT_ID = "psnap_2t4w6y8a0c3e5g7j9m1p3r5t7v0x2z4b6d8f1h3k5n7q9s2vqmr0";
    static final String REGION = "fra1";

    private static final Instant THEN = Instant.parse("2026-03-02T09:00:00Z");
    private static final Instant NOW = Instant.parse("2026-03-02T09:30:12.345Z");

    static final AccountView ACCOUNT = new AccountView(
            ACCOUNT_ID,
            TENANT,
            ANN,
            THEN,
            THEN,
            1,
            "production",
            ProviderKind.DIGITALOCEAN,
            List.of(REGION, "ams3"),
            "file:/etc/berth/digitalocean-token",
            null,
            LifeState.ACTIVE,
            null);

    static final NetworkView NETWORK = new NetworkView(
            NETWORK_ID,
            TENANT,
            ANN,
            THEN,
            NOW,
            4,
            ACCOUNT_ID,
            "backend",
            NetworkState.READY,
            null,
            List.of(new SubnetView(REGION, "10.30.0.0/24", NetworkState.READY, "5a4981aa-9653-4bd1-bef5-d6bff52042e4")),
            null);

    static final VolumeView VOLUME = new VolumeView(
            VOLUME_ID,
            TENANT,
            ANN,
            THEN,
            NOW,
            7,
            null,
            POOL_ID,
            "data",
            "Of the website",
            REGION,
            VolumeKind.BLOCK,
            null,
            Filesystem.EXT4,
            100,
            100,
            false,
            VolumeState.READY,
            null,
            "/dev/disk/by-id/scsi-0DO_Volume_data",
            null,
            new AttachmentView(INSTANCE_ID, AttachmentState.ATTACHED, DesiredAttachment.ATTACHED),
            null,
            "506f78a4-e098-11e5-ad9f-000f53306ae1",
            null);

    static final SnapshotView SNAPSHOT = new SnapshotView(
            SNAPSHOT_ID,
            TENANT,
            ANN,
            THEN,
            NOW,
            3,
            POOL_ID,
            VOLUME_ID,
            "before-upgrade",
            SnapshotState.READY,
            12,
            null,
            null);

    private ProviderExamples() {}
}
