/** Pages of dcgm-exporter for GPUs that are emulated. */
@NullMarked
package io.medevac.backing.exporter;

import org.jspecify.annotations.NullMarked;
