/** What the use cases need from the world. */
@NullMarked
package io.medevac.remediator.port;

import org.jspecify.annotations.NullMarked;
