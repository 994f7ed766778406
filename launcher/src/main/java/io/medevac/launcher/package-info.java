/** The command line of Medevac: the local stack, the demo and the operator's verbs. */
@NullMarked
package io.medevac.launcher;

import org.jspecify.annotations.NullMarked;
