/** What is taken in by HTTP, from who shows the token. */
@NullMarked
package io.medevac.detector.adapter.http;

import org.jspecify.annotations.NullMarked;
