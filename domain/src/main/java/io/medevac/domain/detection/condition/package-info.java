/** What node conditions, events and other objects of Kubernetes say of accelerators. */
@NullMarked
package io.medevac.domain.detection.condition;

import org.jspecify.annotations.NullMarked;
