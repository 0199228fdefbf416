// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.ThreadPropagation;

/** Thread.sleep in all its forms, of platform and virtual threads. */
public final class ThreadSleeps {
    private ThreadSleeps() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter() {
        return ThreadContext.get() == 0 ? 0 : System.nanoTime();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter long begun) {
        if (begun != 0)
            ThreadPropagation.slept(System.nanoTime() - begun);
    }
}
