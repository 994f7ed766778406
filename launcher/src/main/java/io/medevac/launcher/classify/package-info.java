/** Inputs of any source read and classified, for scripts and for people. */
@NullMarked
package io.medevac.launcher.classify;

import org.jspecify.annotations.NullMarked;
