// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;

/** gRPC: calls that leave, and those that a server takes up, by their methods. */
final class Grpc implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.grpc.internal.ClientCallImpl").advise(named("start"), "GrpcCalls"),
                InstrumentedClass.named("io.grpc.internal.ServerCallImpl").advise(isConstructor(), "GrpcCallArrives"),
                InstrumentedClass.named("io.grpc.internal.ContextRunnable").advise(named("run"), "GrpcRuns"));
    }
}
