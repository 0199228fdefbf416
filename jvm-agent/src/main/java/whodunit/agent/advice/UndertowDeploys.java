// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.UndertowExchanges;

/** The constructor of Undertow's ServletInitialHandler, which stands before an application's servlets. */
public final class UndertowDeploys {
    private UndertowDeploys() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit() {
        UndertowExchanges.deployed();
    }
}
