package dev.berth.api.node;

import dev.berth.api.Default;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** What a host has; in whole processors, GiB and GPUs. */
public record Capacity(
        @Min(1) @Max(4096) int vcpu,
        @Min(1) @Max(1048576) int memoryGiB,
        @Min(1) @Max(16777216) int diskGiB,
        @Default("0") @Min(0) @Max(1024) int gpus) {}
