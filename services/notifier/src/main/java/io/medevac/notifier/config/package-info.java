/** Configuration, checked once at start and turned into the policies of the domain. */
@NullMarked
package io.medevac.notifier.config;

import org.jspecify.annotations.NullMarked;
