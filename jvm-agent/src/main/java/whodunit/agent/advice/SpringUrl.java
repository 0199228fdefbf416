// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ServletRequests;

/** AbstractUrlHandlerMapping.exposePathWithinMapping(pattern, path, request): resources and handlers by URL. */
public final class SpringUrl {
    private SpringUrl() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(2) Object request) {
        ServletRequests.routed(request, "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern");
    }
}
