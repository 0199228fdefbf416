// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import com.sun.net.httpserver.HttpExchange;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.SynchronousRequests;

/** com.sun.net.httpserver.Filter.Chain.doFilter(exchange). */
public final class JdkFiltersRun {
    private JdkFiltersRun() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(0) HttpExchange exchange) {
        return !SynchronousRequests.isNew(exchange) ? null
                : SynchronousRequests.enter(exchange, exchange.getRequestMethod(),
                        exchange.getRequestURI().getRawPath(),
                        exchange.getRequestHeaders().getFirst("baggage"),
                        exchange.getRequestHeaders().getFirst("traceparent"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        SynchronousRequests.leave(before);
    }
}
