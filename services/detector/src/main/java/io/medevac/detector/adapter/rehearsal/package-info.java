/** A fault that never was, detected before the service is ready. */
@NullMarked
package io.medevac.detector.adapter.rehearsal;

import org.jspecify.annotations.NullMarked;
