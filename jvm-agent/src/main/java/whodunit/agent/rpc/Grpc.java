// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * gRPC: calls that leave, and those that a server takes up, by their methods. Calls that are made before a channel
 * knows its servers start later, all on one thread; what observers are told comes on the transport's. Both are the
 * caller's.
 */
public final class Grpc implements Instrumentation {
    private static final String INTERNAL = "io.grpc.internal.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(INTERNAL + "ClientCallImpl").advise(named("start"), "rpc.GrpcCalls"),
                InstrumentedClass.named(INTERNAL + "DelayedClientCall")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("drainPendingCalls"), "advice.TaskGoesOn"),
                InstrumentedClass.named(INTERNAL + "ClientCallImpl$ClientStreamListenerImpl")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("headersRead").or(named("messagesAvailable")).or(named("closed"))
                                .or(named("onReady")), "advice.TaskGoesOn"),
                InstrumentedClass.named(INTERNAL + "ServerCallImpl").advise(isConstructor(), "rpc.GrpcCallArrives"),
                InstrumentedClass.named(INTERNAL + "ContextRunnable").advise(named("run"), "rpc.GrpcRuns"));
    }
}
