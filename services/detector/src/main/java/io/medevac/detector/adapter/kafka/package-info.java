/** Topics in: kernel records of log shippers, and what the remediator closed. */
@NullMarked
package io.medevac.detector.adapter.kafka;

import org.jspecify.annotations.NullMarked;
