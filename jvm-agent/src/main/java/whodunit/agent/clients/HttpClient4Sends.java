// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import org.apache.http.Header;
import org.apache.http.HttpRequest;
import whodunit.agent.boot.OutgoingBaggage;

/**
 * Apache HttpClient 4: HttpRequestExecutor.execute(request, …), and of the asynchronous client
 * setCurrentRequest(request), which may be null. Both get a copy of the application's request.
 */
public final class HttpClient4Sends {
    private HttpClient4Sends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) HttpRequest request) {
        if (request == null)
            return;
        Header present = request.getFirstHeader("baggage");
        String baggage = OutgoingBaggage.header(present == null ? null : present.getValue());
        if (baggage != null)
            request.setHeader("baggage", baggage);
    }
}
