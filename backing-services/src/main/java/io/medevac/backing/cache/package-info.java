/** What is unpacked once and kept for all stacks of this machine. */
@NullMarked
package io.medevac.backing.cache;

import org.jspecify.annotations.NullMarked;
