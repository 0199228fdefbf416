// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import whodunit.agent.boot.OutgoingBaggage;

/**
 * Apache HttpClient 5: HttpRequestExecutor.execute(request, …), and of the asynchronous client
 * executeImmediate(request, …). Both get a copy of the application's request.
 */
public final class HttpClient5Sends {
    private HttpClient5Sends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) HttpRequest request) {
        Header present = request.getFirstHeader("baggage");
        String baggage = OutgoingBaggage.header(present == null ? null : present.getValue());
        if (baggage != null)
            request.setHeader("baggage", baggage);
    }
}
