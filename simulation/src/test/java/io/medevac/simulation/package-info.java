/**
 * Histories of a cluster from seeds: real decisions and use cases, fakes that passed the contract
 * tests, a clock that only the simulation moves, crashes, repetitions, outages and people.
 */
@NullMarked
package io.medevac.simulation;

import org.jspecify.annotations.NullMarked;
