/** What the text of an Xid tells beyond its number. */
@NullMarked
package io.medevac.domain.detection.xid;

import org.jspecify.annotations.NullMarked;
