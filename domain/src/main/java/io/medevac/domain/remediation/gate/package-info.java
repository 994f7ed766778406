/** The gates that are asked before anything is done; each a pure class. */
@NullMarked
package io.medevac.domain.remediation.gate;

import org.jspecify.annotations.NullMarked;
