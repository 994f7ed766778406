/** The kernel log of a node: what a fault looks like, and where its line is written. */
@NullMarked
package io.medevac.launcher.kernel;

import org.jspecify.annotations.NullMarked;
