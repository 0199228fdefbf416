// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import io.undertow.servlet.handlers.ServletRequestContext;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ServletRequests;
import whodunit.agent.boot.web.HandlerExchanges;

/** ServletInitialHandler.dispatchRequest(exchange, context, …): Undertow hands a request to an application. */
public final class UndertowDispatches {
    private UndertowDispatches() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(1) ServletRequestContext context) {
        HandlerExchanges.taken(context.getExchange());
        return ServletRequests.enter(context.getOriginalRequest());
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ServletRequests.leave(before);
    }
}
