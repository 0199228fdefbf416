// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.GrpcRequests;

/** The constructor of gRPC's ServerCallImpl: a call of a method that the server has. */
public final class GrpcCallArrives {
    private GrpcCallArrives() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(1) MethodDescriptor<?, ?> method, @Advice.Argument(2) Metadata headers,
            @Advice.Argument(3) Object callsContext) {
        GrpcRequests.begin(callsContext, method.getFullMethodName(),
                headers.get(Metadata.Key.of("baggage", Metadata.ASCII_STRING_MARSHALLER)),
                headers.get(Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER)));
    }
}
