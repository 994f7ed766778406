/** The record of what happened, read from the topics and from nowhere else. */
@NullMarked
package io.medevac.launcher.record;

import org.jspecify.annotations.NullMarked;
