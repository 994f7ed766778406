/** Words about faults that several contexts share. */
@NullMarked
package io.medevac.domain.fault;

import org.jspecify.annotations.NullMarked;
