/** Child processes: how they are started, recognised again, watched and stopped. */
@NullMarked
package io.medevac.backing.process;

import org.jspecify.annotations.NullMarked;
