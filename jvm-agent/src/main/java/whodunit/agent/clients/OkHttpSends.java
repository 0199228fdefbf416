// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import okhttp3.Request;
import whodunit.agent.boot.OutgoingBaggage;

/** OkHttp: Exchange.writeRequestHeaders(request), over HTTP/1 and HTTP/2. */
public final class OkHttpSends {
    private OkHttpSends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) Request request) {
        String baggage = OutgoingBaggage.header(request.header("baggage"));
        if (baggage != null)
            request = request.newBuilder().header("baggage", baggage).build();
    }
}
