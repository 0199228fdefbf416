// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import net.bytebuddy.asm.Advice;
import org.apache.dubbo.rpc.Invocation;
import whodunit.agent.boot.OutgoingBaggage;

/** Dubbo's invokers of other processes' services: doInvoke(invocation), on the thread that calls. */
public final class DubboCalls {
    private DubboCalls() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Invocation call) {
        String baggage = OutgoingBaggage.header(call.getAttachment("baggage"));
        if (baggage != null)
            call.setAttachment("baggage", baggage);
    }
}
