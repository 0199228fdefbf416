// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** drainLoop() of a pool, in which a thread gives others what they wait for. */
public final class PoolDrained {
    private PoolDrained() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return TaskPropagation.beginPart();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
