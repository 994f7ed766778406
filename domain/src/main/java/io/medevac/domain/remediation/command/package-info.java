/** What persons order, and what becomes of it. */
@NullMarked
package io.medevac.domain.remediation.command;

import org.jspecify.annotations.NullMarked;
