/** What happened to messages, in metrics and log lines. */
@NullMarked
package io.medevac.notifier.adapter.metrics;

import org.jspecify.annotations.NullMarked;
