/** One class for each state: what to do next there. */
@NullMarked
package io.medevac.domain.remediation.step;

import org.jspecify.annotations.NullMarked;
