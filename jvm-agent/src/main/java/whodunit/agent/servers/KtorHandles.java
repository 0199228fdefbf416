// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import io.ktor.http.cio.Request;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.SynchronousRequests;

/** Ktor's CIOApplicationEngine.handleRequest(scope, request, continuation), until the request's coroutine waits. */
public final class KtorHandles {
    private KtorHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(1) Request request) {
        return request == null ? null // it goes on
                : SynchronousRequests.enterAt(request, request.getMethod().getValue(), request.getUri(),
                        request.getHeaders().get("baggage"), request.getHeaders().get("traceparent"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        SynchronousRequests.leave(before);
    }
}
