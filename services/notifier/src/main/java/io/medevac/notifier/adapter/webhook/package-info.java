/** Signed webhooks (Standard Webhooks) over HTTP. */
@NullMarked
package io.medevac.notifier.adapter.webhook;

import org.jspecify.annotations.NullMarked;
