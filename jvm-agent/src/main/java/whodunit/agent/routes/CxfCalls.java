// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.CxfRequests;

/** CXF's AbstractInvoker.invoke(exchange, arguments): an operation of SOAP is called. JAX-RS has another method. */
public final class CxfCalls {
    private CxfCalls() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object exchange) throws Throwable {
        CxfRequests.calls(exchange);
    }
}
