// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ReactiveRequests;

/** HttpClientHandler's constructor: somebody has subscribed to a request of reactor-netty's client. */
public final class ReactorCalls {
    private ReactorCalls() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object sender) {
        ReactiveRequests.calls(sender);
    }
}
