// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ReactiveRequests;

/** HttpClientHandler.requestWithBody(operation): the request has its connection. */
public final class ReactorConnected {
    private ReactorConnected() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This Object sender, @Advice.Argument(0) Object operation) {
        return ReactiveRequests.connected(sender, operation);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ReactiveRequests.leave(before);
    }
}
