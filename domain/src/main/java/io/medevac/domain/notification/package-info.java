/**
 * Who is told what, when, and how often it is tried: routing, grouping, texts, the life of a
 * delivery.
 */
@NullMarked
package io.medevac.domain.notification;

import org.jspecify.annotations.NullMarked;
