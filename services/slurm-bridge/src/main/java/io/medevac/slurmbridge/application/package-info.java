/** Use cases: load, observe, decide, store, act. */
@NullMarked
package io.medevac.slurmbridge.application;

import org.jspecify.annotations.NullMarked;
