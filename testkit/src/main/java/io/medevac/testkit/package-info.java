/** The real things as test resources: started once for a test JVM, stopped with it. */
@NullMarked
package io.medevac.testkit;

import org.jspecify.annotations.NullMarked;
