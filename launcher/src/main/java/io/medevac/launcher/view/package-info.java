/** How events and incidents are shown to a person. Pure: no clock, no input, no output. */
@NullMarked
package io.medevac.launcher.view;

import org.jspecify.annotations.NullMarked;
