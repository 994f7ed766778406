/** Nodes, pods and warm spares through the Kubernetes API. */
@NullMarked
package io.medevac.remediator.adapter.kubernetes;

import org.jspecify.annotations.NullMarked;
