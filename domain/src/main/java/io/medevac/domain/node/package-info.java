/** Words about machines that several contexts share. */
@NullMarked
package io.medevac.domain.node;

import org.jspecify.annotations.NullMarked;
