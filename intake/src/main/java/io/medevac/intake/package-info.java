/** What sources send, read into the domain's words. */
@NullMarked
package io.medevac.intake;

import org.jspecify.annotations.NullMarked;
