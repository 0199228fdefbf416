// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ReactiveRequests;

/** reactor-netty's HttpServerHandle.onStateChange(operation, state), which subscribes to what answers a request. */
public final class ReactorHandsOver {
    private ReactorHandsOver() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(0) Object operation) {
        return ReactiveRequests.handsOver(operation);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ReactiveRequests.leave(before);
    }
}
