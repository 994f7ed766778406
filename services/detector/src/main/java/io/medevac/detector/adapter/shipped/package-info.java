/** What log shippers send, by whatever way: whose lines they are, who spoke, and when. */
@NullMarked
package io.medevac.detector.adapter.shipped;

import org.jspecify.annotations.NullMarked;
