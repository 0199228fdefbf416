// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadPropagation;

/** Thread.start() */
public final class ThreadStarts {
    private ThreadStarts() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Thread thread) {
        ThreadPropagation.starting(thread);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Thread thread, @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            ThreadPropagation.notStarted(thread);
    }
}
