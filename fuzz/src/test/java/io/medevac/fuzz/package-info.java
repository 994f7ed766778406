/**
 * Every parser under a coverage-guided fuzzer. A class named {@code …Fuzz} holds what must be true
 * of one parser for any bytes; {@link io.medevac.fuzz.Target} lists them with their seeds.
 */
@NullMarked
package io.medevac.fuzz;

import org.jspecify.annotations.NullMarked;
