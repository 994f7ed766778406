/** What is done every now and then. */
@NullMarked
package io.medevac.detector.adapter.schedule;

import org.jspecify.annotations.NullMarked;
