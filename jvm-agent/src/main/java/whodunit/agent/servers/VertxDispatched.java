// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.VertxRequests;

/** VertxImpl.endDispatch(previous). */
public final class VertxDispatched {
    private VertxDispatched() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() throws Throwable {
        VertxRequests.dispatched();
    }
}
