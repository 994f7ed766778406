package io.medevac.crash;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;
import org.jspecify.annotations.Nullable;

/** Copied by the agent into each method that has a point before and after it. */
final class PointAdvice {

    private PointAdvice() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void before(
            @Advice.Origin("#t.#m") String method,
            @Advice.Argument(value = 0, optional = true, typing = Typing.DYNAMIC)
                    @Nullable Object argument) {
        CrashPoint.reached("before", method, argument);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void after(
            @Advice.Origin("#t.#m") String method,
            @Advice.Argument(value = 0, optional = true, typing = Typing.DYNAMIC)
                    @Nullable Object argument) {
        CrashPoint.reached("after", method, argument);
    }
}
