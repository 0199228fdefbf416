// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.CxfRequests;

/** CXF's JAXRSInInterceptor.setExchangeProperties(message, exchange, operation, …): the resource method is found. */
public final class CxfResource {
    private CxfResource() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object message, @Advice.Argument(2) Object operation) throws Throwable {
        CxfRequests.found(message, operation);
    }
}
