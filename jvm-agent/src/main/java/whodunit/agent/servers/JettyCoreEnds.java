// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import whodunit.agent.boot.web.HandlerExchanges;

/** HttpChannelState.HandlerInvoker.completeStream(stream, failure) of Jetty 12.0. */
public final class JettyCoreEnds {
    private JettyCoreEnds() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue(value = "this$0", typing = Assigner.Typing.DYNAMIC) Object state) {
        HandlerExchanges.ended(state);
    }
}
