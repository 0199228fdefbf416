// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.VertxRequests;

/** RoutingContextImpl(mount, router, request, …): a router begins with a request. */
public final class VertxRequestTaken {
    private VertxRequestTaken() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(2) HttpServerRequest request) {
        VertxRequests.begin(Vertx.currentContext(), String.valueOf((Object) request.method()), request.path(),
                request.getHeader("baggage"), request.getHeader("traceparent"), request.response(),
                HttpServerResponse.class);
    }
}
