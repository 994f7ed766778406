/** The local stack: where it keeps things, how it starts in order, who watches it. */
@NullMarked
package io.medevac.launcher.stack;

import org.jspecify.annotations.NullMarked;
