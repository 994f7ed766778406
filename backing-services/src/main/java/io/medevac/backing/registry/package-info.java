/** The schema registry and the schemas in it. */
@NullMarked
package io.medevac.backing.registry;

import org.jspecify.annotations.NullMarked;
