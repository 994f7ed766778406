/** The limits and waits an operator sets. */
@NullMarked
package io.medevac.domain.remediation.policy;

import org.jspecify.annotations.NullMarked;
