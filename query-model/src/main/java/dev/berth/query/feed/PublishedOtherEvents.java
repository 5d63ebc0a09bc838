package dev.berth.query.feed;

import dev.berth.api.iam.ConfirmationEvent;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationApproved;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationRequested;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationUsed;
import dev.berth.api.iam.PolicyEvent;
import dev.berth.api.iam.PolicyEvent.PolicyDeleted;
import dev.berth.api.iam.PolicyEvent.PolicyPut;
import dev.berth.api.iam.TokenEvent;
import dev.berth.api.iam.TokenEvent.TokenCreated;
import dev.berth.api.iam.TokenEvent.TokenRevoked;
import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.ImageEvent.ImageArchived;
import dev.berth.api.image.ImageEvent.ImagePublished;
import dev.berth.api.image.ImageEvent.ImageRegistered;
import dev.berth.api.image.ImageEvent.ImageSigned;
import dev.berth.api.project.ProjectEvent;
import dev.berth.api.project.ProjectEvent.ProjectArchived;
import dev.berth.api.project.ProjectEvent.ProjectCreated;
import java.util.List;

/** What is published of images, projects and iam: who may do what is told, never the means to do it. */
final class PublishedOtherEvents {
    private PublishedOtherEvents() {}

    static List<Published> of(ImageEvent event) {
        Fields data = Fields.of("imageId", event.imageId());
        return switch (event) {
            case ImageRegistered registered ->
                one(
                        event,
                        "image.registered",
                        data.and("createdBy", registered.createdBy())
                                .and("kind", registered.kind())
                                .and("digest", registered.digest())
                                .and("verified", registered.verified())
                                .and("signerId", registered.signerId()));
            case ImageSigned signed -> one(event, "image.signed", data.and("signerId", signed.signerId()));
            case ImagePublished ignored -> one(event, "image.published", data);
            case ImageArchived ignored -> one(event, "image.archived", data);
        };
    }

    static List<Published> of(ProjectEvent event) {
        Fields data = Fields.of("projectId", event.projectId());
        return switch (event) {
            case ProjectCreated created ->
                List.of(data.and("createdBy", created.createdBy())
                        .and("name", created.name())
                        .published(event.tenantId(), "project.created", event.projectId()));
            case ProjectArchived ignored ->
                List.of(data.published(event.tenantId(), "project.archived", event.projectId()));
        };
    }

    static List<Published> of(TokenEvent event) {
        Fields data = Fields.of("tokenId", event.tokenId());
        return switch (event) {
            case TokenCreated created ->
                List.of(data.and("createdBy", created.createdBy())
                        .and("principal", created.principal())
                        .and("roles", created.roles())
                        .and("delegate", created.delegate())
                        .and("expiresAt", created.expiresAt())
                        .published(event.tenantId(), "iam.token.created", event.tokenId()));
            case TokenRevoked ignored ->
                List.of(data.published(event.tenantId(), "iam.token.revoked", event.tokenId()));
        };
    }

    static List<Published> of(PolicyEvent event) {
        Fields data = Fields.of("policyId", event.policyId());
        return switch (event) {
            case PolicyPut put ->
                List.of(data.and("createdBy", put.createdBy())
                        .published(event.tenantId(), "iam.policy.put", event.policyId()));
            case PolicyDeleted ignored ->
                List.of(data.published(event.tenantId(), "iam.policy.deleted", event.policyId()));
        };
    }

    static List<Published> of(ConfirmationEvent event) {
        Fields data = Fields.of("confirmationId", event.confirmationId());
        return switch (event) {
            case ConfirmationRequested requested ->
                one(
                        event,
                        "iam.confirmation.requested",
                        data.and("principal", requested.principal())
                                .and("action", requested.action())
                                .and("resource", requested.resource())
                                .and("expiresAt", requested.expiresAt()));
            case ConfirmationApproved approved ->
                one(event, "iam.confirmation.approved", data.and("expiresAt", approved.expiresAt()));
            case ConfirmationUsed ignored -> one(event, "iam.confirmation.used", data);
        };
    }

    private static List<Published> one(ImageEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.imageId()));
    }

    private static List<Published> one(ConfirmationEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.confirmationId()));
    }
}
