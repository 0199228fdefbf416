// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import io.undertow.server.HttpServerExchange;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.HandlerExchanges;

/** Undertow's Connectors.executeRootHandler(handler, exchange): at first, and wherever the request goes on. */
public final class UndertowHandles {
    private UndertowHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(1) HttpServerExchange exchange) {
        return !HandlerExchanges.isNew(exchange) ? HandlerExchanges.again(exchange)
                : HandlerExchanges.begin(exchange, exchange.getRequestMethod().toString(), exchange.getRequestPath(),
                        exchange.getRequestHeaders().getFirst("baggage"),
                        exchange.getRequestHeaders().getFirst("traceparent"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        HandlerExchanges.leave(before);
    }
}
