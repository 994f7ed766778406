/** Says that a GPU has failed, in the way of each source that the detector listens to. */
@NullMarked
package io.medevac.launcher.signal;

import org.jspecify.annotations.NullMarked;
