/** What the use cases of the detector need from outside. */
@NullMarked
package io.medevac.detector.port;

import org.jspecify.annotations.NullMarked;
