// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import io.grpc.Metadata;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.OutgoingBaggage;

/** gRPC's ClientCallImpl.start(listener, headers), on the thread that calls. */
public final class GrpcCalls {
    private GrpcCalls() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(1) Metadata headers) {
        Metadata.Key<String> key = Metadata.Key.of("baggage", Metadata.ASCII_STRING_MARSHALLER);
        String baggage = OutgoingBaggage.header(headers.get(key));
        if (baggage != null) {
            headers.discardAll(key);
            headers.put(key, baggage);
        }
    }
}
