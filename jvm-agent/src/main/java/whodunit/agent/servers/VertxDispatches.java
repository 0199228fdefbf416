// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.VertxRequests;

/** VertxImpl.beginDispatch(context): what the thread does next is for that. */
public final class VertxDispatches {
    private VertxDispatches() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Object context) {
        VertxRequests.dispatches(context);
    }
}
