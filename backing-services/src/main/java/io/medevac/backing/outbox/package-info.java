/** The outbox connector, run by the embedded engine. */
@NullMarked
package io.medevac.backing.outbox;

import org.jspecify.annotations.NullMarked;
