/** Mail by SMTP. */
@NullMarked
package io.medevac.notifier.adapter.email;

import org.jspecify.annotations.NullMarked;
