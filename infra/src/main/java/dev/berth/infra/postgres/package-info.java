/** The data directory, the embedded PostgreSQL inside it or the external one instead, and backups of both. */
@NullMarked
package dev.berth.infra.postgres;

import org.jspecify.annotations.NullMarked;
