// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;

/**
 * gRPC: calls that leave, and those that a server takes up, by their methods. Calls that are made before a channel
 * knows its servers start later, all on one thread; what observers are told comes on the transport's. Both are the
 * caller's.
 */
final class Grpc implements Instrumentation {
    private static final String INTERNAL = "io.grpc.internal.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(INTERNAL + "ClientCallImpl").advise(named("start"), "GrpcCalls"),
                InstrumentedClass.named(INTERNAL + "DelayedClientCall")
                        .advise(isConstructor(), "TaskCreated")
                        .advise(named("drainPendingCalls"), "TaskGoesOn"),
                InstrumentedClass.named(INTERNAL + "ClientCallImpl$ClientStreamListenerImpl")
                        .advise(isConstructor(), "TaskCreated")
                        .advise(named("headersRead").or(named("messagesAvailable")).or(named("closed"))
                                .or(named("onReady")), "TaskGoesOn"),
                InstrumentedClass.named(INTERNAL + "ServerCallImpl").advise(isConstructor(), "GrpcCallArrives"),
                InstrumentedClass.named(INTERNAL + "ContextRunnable").advise(named("run"), "GrpcRuns"));
    }
}
