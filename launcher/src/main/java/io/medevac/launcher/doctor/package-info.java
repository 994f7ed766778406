/** What this machine has, what it lacks, and the command that gets it. */
@NullMarked
package io.medevac.launcher.doctor;

import org.jspecify.annotations.NullMarked;
