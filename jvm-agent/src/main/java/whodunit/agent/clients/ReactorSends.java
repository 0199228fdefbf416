// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import reactor.netty.http.client.HttpClientRequest;
import whodunit.agent.boot.web.ReactiveRequests;

/** HttpClientOperations.beforeMarkSentHeaders(): the last moment to add a header. */
public final class ReactorSends {
    private ReactorSends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This HttpClientRequest operation) {
        String baggage = ReactiveRequests.baggage(operation, operation.requestHeaders().get("baggage"));
        if (baggage != null)
            operation.requestHeaders().set("baggage", baggage);
    }
}
