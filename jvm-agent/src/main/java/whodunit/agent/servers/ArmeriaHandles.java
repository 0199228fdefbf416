// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import com.linecorp.armeria.common.HttpRequest;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.SynchronousRequests;

/** Armeria's HttpServerHandler.handleRequest(context, request), on the connection's event loop. */
public final class ArmeriaHandles {
    private ArmeriaHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(1) HttpRequest request) {
        return SynchronousRequests.enter(request, request.method().name(), request.path(),
                request.headers().get("baggage"), request.headers().get("traceparent"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        SynchronousRequests.leave(before);
    }
}
