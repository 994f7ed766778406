/** In-memory ports, proven by the same contract tests as the real adapters. */
@NullMarked
package io.medevac.notifier.fake;

import org.jspecify.annotations.NullMarked;
