// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;
import whodunit.agent.boot.TaskPropagation;

/** Its request(n), by which the calling thread passes on what is in the buffer, whoever has emitted it. */
public final class ReplayAsked {
    private ReplayAsked() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object subscription, @Advice.FieldValue("buffer") Object buffer) {
        return SharedFlows.asks(buffer, subscription);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
