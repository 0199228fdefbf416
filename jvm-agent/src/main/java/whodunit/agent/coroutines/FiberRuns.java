// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.FiberPropagation;

/** IOFiber.run(), in which a fiber goes on until it waits. */
public final class FiberRuns {
    private FiberRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object fiber, @Advice.Local("before") Object before) {
        before = FiberPropagation.current();
        return FiberPropagation.begin(fiber);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous, @Advice.Local("before") Object before) {
        FiberPropagation.end(previous, before);
    }
}
