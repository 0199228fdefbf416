// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadPropagation;
import whodunit.agent.boot.VirtualThreads;

/** VirtualThread.run(task), on the virtual thread itself. */
public final class VirtualThreadRuns {
    private VirtualThreadRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Thread thread, @Advice.Argument(0) Runnable task) {
        ThreadPropagation.begins(thread, task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Thread thread) {
        VirtualThreads.ended(thread);
    }
}
