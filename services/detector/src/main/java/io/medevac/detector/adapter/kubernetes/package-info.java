/** The nodes as Kubernetes shows them. */
@NullMarked
package io.medevac.detector.adapter.kubernetes;

import org.jspecify.annotations.NullMarked;
