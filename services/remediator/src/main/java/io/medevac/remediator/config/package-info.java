/** Configuration of the service. */
@NullMarked
package io.medevac.remediator.config;

import org.jspecify.annotations.NullMarked;
