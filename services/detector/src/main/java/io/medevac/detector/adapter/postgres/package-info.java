/** State of the detector in PostgreSQL. */
@NullMarked
package io.medevac.detector.adapter.postgres;

import org.jspecify.annotations.NullMarked;
