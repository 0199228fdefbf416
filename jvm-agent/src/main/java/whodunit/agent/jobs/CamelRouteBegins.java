// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jobs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.CamelRoutes;

/** Camel: addRouteInflightRepositoryAdvice(repository, route) of a route's first processor. */
public final class CamelRouteBegins {
    private CamelRouteBegins() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object processor, @Advice.Argument(1) String route) {
        CamelRoutes.begins(processor, route);
    }
}
