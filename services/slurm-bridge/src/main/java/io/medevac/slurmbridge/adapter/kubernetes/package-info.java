/** Nodes and slurmd pods, read from the API server. */
@NullMarked
package io.medevac.slurmbridge.adapter.kubernetes;

import org.jspecify.annotations.NullMarked;
