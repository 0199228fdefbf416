// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import org.eclipse.jetty.server.Request;
import whodunit.agent.boot.web.HandlerExchanges;

/** Server.handle(request, response, callback) of Jetty 12: before all handlers. */
public final class JettyCoreHandles {
    private JettyCoreHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Request request) {
        Object exchange = request.getComponents();
        return !HandlerExchanges.isNew(exchange) ? HandlerExchanges.again(exchange)
                : HandlerExchanges.begin(exchange, request.getMethod(), request.getHttpURI().getPath(),
                        request.getHeaders().get("baggage"), request.getHeaders().get("traceparent"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        HandlerExchanges.leave(before);
    }
}
