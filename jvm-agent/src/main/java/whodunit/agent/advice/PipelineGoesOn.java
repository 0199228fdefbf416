// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** Methods that give a subscriber what it waits for, on anybody's thread: under the context in which it subscribed. */
public final class PipelineGoesOn {
    private PipelineGoesOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object subscription) {
        return TaskPropagation.tryBeginOrNone(subscription);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
