// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.HandlerExchanges;
import whodunit.agent.boot.web.JettyExchanges;

/** Server.handle(channel) and handleAsync(channel) of Jetty 9 to 11: before all handlers. */
public final class JettyHandles {
    private JettyHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Object channel, @Advice.Origin("#m") String method) throws Throwable {
        return JettyExchanges.enter(channel, method.equals("handle"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        HandlerExchanges.leave(before);
    }
}
