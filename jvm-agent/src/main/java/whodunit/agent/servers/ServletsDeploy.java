// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.HandlerExchanges;

/** The constructor of what stands before an application's servlets in Undertow or Jetty. */
public final class ServletsDeploy {
    private ServletsDeploy() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit() {
        HandlerExchanges.deployed();
    }
}
