/** Use cases of the detector. */
@NullMarked
package io.medevac.detector.application;

import org.jspecify.annotations.NullMarked;
