/** Configuration of the detector, and what is made from it. */
@NullMarked
package io.medevac.detector.config;

import org.jspecify.annotations.NullMarked;
