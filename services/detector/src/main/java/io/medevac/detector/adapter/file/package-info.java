/** Follows kernel-log files through rotation, truncation and restarts. */
@NullMarked
package io.medevac.detector.adapter.file;

import org.jspecify.annotations.NullMarked;
