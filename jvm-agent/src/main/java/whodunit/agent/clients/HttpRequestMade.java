// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import java.net.http.HttpHeaders;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.OutgoingBaggage;

/** java.net.http: what is made of the application's request when it is sent, on the thread that sends it. */
public final class HttpRequestMade {
    private HttpRequestMade() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.FieldValue(value = "userHeaders", readOnly = false) HttpHeaders headers) {
        headers = HttpHeaders.of(OutgoingBaggage.headers(headers.map()), OutgoingBaggage.ALL);
    }
}
