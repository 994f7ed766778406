/** Events as bytes and their identities: plain Java, for services, launcher and tests alike. */
@NullMarked
package io.medevac.wire;

import org.jspecify.annotations.NullMarked;
