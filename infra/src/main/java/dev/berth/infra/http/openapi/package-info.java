/** The OpenAPI document, generated from the registry of methods. */
@NullMarked
package dev.berth.infra.http.openapi;

import org.jspecify.annotations.NullMarked;
