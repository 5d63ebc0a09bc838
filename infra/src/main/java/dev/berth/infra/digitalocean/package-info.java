/** The adapter to the DigitalOcean API, version 2: Droplets, Block Storage, Network File Storage, snapshots and VPCs. */
@NullMarked
package dev.berth.infra.digitalocean;

import org.jspecify.annotations.NullMarked;
