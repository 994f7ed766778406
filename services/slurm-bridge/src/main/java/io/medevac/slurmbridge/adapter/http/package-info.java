/** Readiness. */
@NullMarked
package io.medevac.slurmbridge.adapter.http;

import org.jspecify.annotations.NullMarked;
