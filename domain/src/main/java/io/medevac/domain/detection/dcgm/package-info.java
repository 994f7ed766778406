/** What dcgm-exporter says of GPUs and switches, scrape after scrape. */
@NullMarked
package io.medevac.domain.detection.dcgm;

import org.jspecify.annotations.NullMarked;
