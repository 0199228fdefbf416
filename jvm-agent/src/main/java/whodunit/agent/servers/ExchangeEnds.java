// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.HandlerExchanges;

/** A method of what stands for an exchange, in Undertow or Jetty 12.1, that is called when it has ended. */
public final class ExchangeEnds {
    private ExchangeEnds() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object exchange) {
        HandlerExchanges.ended(exchange);
    }
}
