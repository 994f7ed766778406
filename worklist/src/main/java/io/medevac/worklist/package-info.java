/**
 * A durable list of keys that are due at a time, worked on by any number of replicas, each key by
 * one at a time. What is to be done with a key is decided from current state when its time comes
 * (level over edge), so working on a key twice, late or after a crash is always safe.
 */
@NullMarked
package io.medevac.worklist;

import org.jspecify.annotations.NullMarked;
