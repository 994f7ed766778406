/** Events in from {@code medevac.nodes.v1}; events of an evacuation as records. */
@NullMarked
package io.medevac.slurmbridge.adapter.kafka;

import org.jspecify.annotations.NullMarked;
