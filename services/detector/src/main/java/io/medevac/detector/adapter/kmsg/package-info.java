/** Reads the kernel's own buffer, where the detector runs on the node itself. */
@NullMarked
package io.medevac.detector.adapter.kmsg;

import org.jspecify.annotations.NullMarked;
