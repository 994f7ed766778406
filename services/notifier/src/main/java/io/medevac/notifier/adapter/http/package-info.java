/** Health of this service. */
@NullMarked
package io.medevac.notifier.adapter.http;

import org.jspecify.annotations.NullMarked;
