// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jobs;

import net.bytebuddy.asm.Advice;
import org.apache.camel.Exchange;
import whodunit.agent.boot.CamelRoutes;
import whodunit.agent.boot.JobRuns;

/** Camel: process(exchange, callback) of a processor that may be a route's first. What a consumer has made is new. */
public final class CamelRouteRuns {
    private CamelRouteRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object processor, @Advice.Argument(0) Exchange exchange) {
        return exchange.getUnitOfWork() == null ? CamelRoutes.enter(processor) : 0;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        JobRuns.leave(before);
    }
}
