/** Progress that jobs write into files. */
@NullMarked
package io.medevac.slurmbridge.adapter.progress;

import org.jspecify.annotations.NullMarked;
