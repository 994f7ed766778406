/** The incident: its states, its facts, and what a decision about it says. */
@NullMarked
package io.medevac.domain.remediation.incident;

import org.jspecify.annotations.NullMarked;
