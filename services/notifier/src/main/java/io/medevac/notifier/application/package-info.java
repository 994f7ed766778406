/** The use cases: take news in, deliver a message, give up what cannot be delivered. */
@NullMarked
package io.medevac.notifier.application;

import org.jspecify.annotations.NullMarked;
