/** The policy file. */
@NullMarked
package io.medevac.remediator.adapter.policy;

import org.jspecify.annotations.NullMarked;
