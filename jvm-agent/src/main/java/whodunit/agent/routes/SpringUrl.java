// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import net.bytebuddy.asm.Advice;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import whodunit.agent.boot.web.ServletRequests;
import whodunit.agent.boot.web.SpringPatterns;

/** AbstractUrlHandlerMapping.exposePathWithinMapping(pattern, path, request): resources and handlers by URL. */
public final class SpringUrl {
    private SpringUrl() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This AbstractUrlHandlerMapping mapping, @Advice.Argument(0) String pattern,
            @Advice.Argument(2) Object request) {
        if (SpringPatterns.isRegistered(mapping.getHandlerMap(), pattern))
            ServletRequests.routed(request, "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern");
    }
}
