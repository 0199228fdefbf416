// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.HelidonRequest;
import whodunit.agent.boot.web.SynchronousRequests;

/** Helidon's HttpRoutingImpl.route(connection, request, response), on the request's own thread. */
public final class HelidonRoutes {
    private HelidonRoutes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(1) Object request) throws Throwable {
        return HelidonRequest.enter(request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        SynchronousRequests.leave(before);
    }
}
