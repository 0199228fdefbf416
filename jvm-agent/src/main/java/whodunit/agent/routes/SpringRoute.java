// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ServletRequests;

/** Spring MVC's AbstractHandlerMapping.getHandler(request): annotated methods and router functions. */
public final class SpringRoute {
    private SpringRoute() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Object request, @Advice.Return Object handler) {
        if (handler != null)
            ServletRequests.routed(request, "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern");
    }
}
