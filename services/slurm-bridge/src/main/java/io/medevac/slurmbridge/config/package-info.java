/** Configuration, read once and turned into the domain's policy. */
@NullMarked
package io.medevac.slurmbridge.config;

import org.jspecify.annotations.NullMarked;
