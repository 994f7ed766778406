/** How long an incident takes, beside what the same machine needs for the bare calls. */
@NullMarked
package io.medevac.launcher.bench;

import org.jspecify.annotations.NullMarked;
