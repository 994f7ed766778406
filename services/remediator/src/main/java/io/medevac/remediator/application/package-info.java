/** Use cases: one for each thing that happens. */
@NullMarked
package io.medevac.remediator.application;

import org.jspecify.annotations.NullMarked;
