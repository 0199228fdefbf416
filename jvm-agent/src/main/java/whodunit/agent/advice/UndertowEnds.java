// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.UndertowExchanges;

/** HttpServerExchange.invokeExchangeCompleteListeners(). */
public final class UndertowEnds {
    private UndertowEnds() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object exchange) {
        UndertowExchanges.ended(exchange);
    }
}
