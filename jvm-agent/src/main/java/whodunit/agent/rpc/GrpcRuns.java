// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.GrpcRequests;

/** gRPC's ContextRunnable.run(): a step of a call, on whatever thread. */
public final class GrpcRuns {
    private GrpcRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("context") Object callsContext) {
        return GrpcRequests.enter(callsContext);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        GrpcRequests.leave(previous);
    }
}
