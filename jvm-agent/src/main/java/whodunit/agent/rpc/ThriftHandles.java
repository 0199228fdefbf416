// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import net.bytebuddy.asm.Advice;
import org.apache.thrift.ProcessFunction;
import whodunit.agent.boot.web.RemoteCalls;

/** Thrift's ProcessFunction.process(…): a call whose method is known, from reading its arguments to its answer. */
public final class ThriftHandles {
    private ThriftHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This ProcessFunction<?, ?, ?> method) {
        return RemoteCalls.enter(RemoteCalls.serviceOf(method.getClass()), method.getMethodName(), null, null);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        RemoteCalls.leave(previous);
    }
}
