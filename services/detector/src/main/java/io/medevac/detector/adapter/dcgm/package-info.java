/** Asks exporters of DCGM what they show, and reports what is new. */
@NullMarked
package io.medevac.detector.adapter.dcgm;

import org.jspecify.annotations.NullMarked;
