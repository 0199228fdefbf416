// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ServletRequests;

/** Where a container's default servlet gets a request, which no filter has answered. */
public final class DefaultServletServes {
    private DefaultServletServes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        ServletRequests.served();
    }
}
