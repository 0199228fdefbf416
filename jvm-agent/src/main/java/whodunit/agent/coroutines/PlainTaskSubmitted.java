// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.FiberPropagation;

/** submit(task) of a pool of fibers, into which an application may put tasks that are none. */
public final class PlainTaskSubmitted {
    private PlainTaskSubmitted() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) Runnable task) {
        task = FiberPropagation.carriedUnlessFiber(task);
    }
}
