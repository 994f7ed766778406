/** The site policy file. */
@NullMarked
package io.medevac.detector.adapter.policy;

import org.jspecify.annotations.NullMarked;
