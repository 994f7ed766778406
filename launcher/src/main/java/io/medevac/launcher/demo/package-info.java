/** The demonstration: one fault, shown as it happens and checked afterwards from the outside. */
@NullMarked
package io.medevac.launcher.demo;

import org.jspecify.annotations.NullMarked;
