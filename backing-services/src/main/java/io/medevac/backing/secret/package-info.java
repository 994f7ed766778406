/** Passwords that a stack makes up for itself. */
@NullMarked
package io.medevac.backing.secret;

import org.jspecify.annotations.NullMarked;
