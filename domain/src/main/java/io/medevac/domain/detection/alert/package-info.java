/** What alerts say of GPUs. */
@NullMarked
package io.medevac.domain.detection.alert;

import org.jspecify.annotations.NullMarked;
