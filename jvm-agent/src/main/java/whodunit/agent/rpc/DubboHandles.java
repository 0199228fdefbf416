// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import net.bytebuddy.asm.Advice;
import org.apache.dubbo.remoting.exchange.Request;
import org.apache.dubbo.rpc.Invocation;
import whodunit.agent.boot.web.RemoteCalls;

/** Dubbo's HeaderExchangeHandler.handleRequest(channel, request): a message of its own protocol, a call as a rule. */
public final class DubboHandles {
    private DubboHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(1) Request request) {
        return request.getData() instanceof Invocation call
                ? RemoteCalls.enter(call.getAttachment("path"), call.getMethodName(), call.getAttachment("baggage"),
                        call.getAttachment("traceparent"))
                : 0;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        RemoteCalls.leave(previous);
    }
}
