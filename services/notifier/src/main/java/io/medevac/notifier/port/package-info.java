/** What the use cases need from outside. */
@NullMarked
package io.medevac.notifier.port;

import org.jspecify.annotations.NullMarked;
