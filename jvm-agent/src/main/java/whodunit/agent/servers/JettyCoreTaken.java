// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import org.eclipse.jetty.server.Request;
import whodunit.agent.boot.web.HandlerExchanges;

/** Where Jetty 12 hands a request, the first argument, to an application's servlets of an earlier namespace. */
public final class JettyCoreTaken {
    private JettyCoreTaken() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Request request) {
        HandlerExchanges.taken(request.getComponents());
    }
}
