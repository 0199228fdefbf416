// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import whodunit.agent.boot.OutgoingBaggage;

/**
 * Apache HttpClient 5, the minimal asynchronous client: where it has got the application's request, to which it adds
 * headers itself.
 */
public final class MinimalClient5Sends {
    private MinimalClient5Sends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(4) HttpRequest request) {
        Header present = request.getFirstHeader("baggage");
        String baggage = OutgoingBaggage.header(present == null ? null : present.getValue());
        if (baggage != null)
            request.setHeader("baggage", baggage);
    }
}
