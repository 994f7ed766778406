/** News that never were, told to nobody before the service is ready. */
@NullMarked
package io.medevac.notifier.adapter.rehearsal;

import org.jspecify.annotations.NullMarked;
