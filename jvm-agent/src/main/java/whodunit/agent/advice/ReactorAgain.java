// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ReactiveRequests;

/** Methods of reactor-netty's operations that are called when their connection brings something. */
public final class ReactorAgain {
    private ReactorAgain() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This Object operation) {
        return ReactiveRequests.again(operation);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ReactiveRequests.leave(before);
    }
}
