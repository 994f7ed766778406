/** Where mails and webhooks go on a machine that must not send any. */
@NullMarked
package io.medevac.backing.sinks;

import org.jspecify.annotations.NullMarked;
