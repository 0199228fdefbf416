// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import whodunit.agent.boot.web.ReactiveRequests;

/** Spring's HttpWebHandlerAdapter.createExchange(request, response), before all filters. */
public final class ExchangeCreated {
    private ExchangeCreated() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) ServerHttpRequest request, @Advice.Return ServerWebExchange exchange) {
        ReactiveRequests.begin(exchange.getAttributes(), String.valueOf(request.getMethod()),
                request.getURI().getRawPath(), request.getHeaders().getFirst("baggage"),
                request.getHeaders().getFirst("traceparent"));
    }
}
