/** The files of {@code k8s/} as data. */
@NullMarked
package io.medevac.backing.data;

import org.jspecify.annotations.NullMarked;
