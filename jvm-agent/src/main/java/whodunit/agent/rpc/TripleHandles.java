// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import net.bytebuddy.asm.Advice;
import org.apache.dubbo.rpc.Invocation;
import whodunit.agent.boot.web.RemoteCalls;

/** Dubbo's AbstractServerCallListener.invoke(): a call by its protocol Triple is there, on the thread that does it. */
public final class TripleHandles {
    private TripleHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("invocation") Invocation call) {
        return RemoteCalls.enterUnnamed(call.getServiceName(), call.getMethodName(), call.getAttachment("baggage"),
                call.getAttachment("traceparent"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        RemoteCalls.leave(previous);
    }
}
