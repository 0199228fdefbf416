// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.web.server.ServerWebExchange;
import whodunit.agent.boot.web.ReactiveRequests;

/** Spring Cloud Gateway's FilteringWebHandler.handle(exchange): one of the gateway's routes has matched. */
public final class GatewayRouted {
    private GatewayRouted() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ReactiveRequests.GATEWAY + "gatewayRoute");
        if (route != null)
            ReactiveRequests.routed(exchange.getAttributes(), route.getId());
    }
}
