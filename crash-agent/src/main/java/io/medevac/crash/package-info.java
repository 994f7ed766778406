/** A Java agent for tests: stops a process at the points where a crash would hurt most. */
@NullMarked
package io.medevac.crash;

import org.jspecify.annotations.NullMarked;
