/** One class per verb: its options, its help, its exit code. */
@NullMarked
package io.medevac.launcher.command;

import org.jspecify.annotations.NullMarked;
