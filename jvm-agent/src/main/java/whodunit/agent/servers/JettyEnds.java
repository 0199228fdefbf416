// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import whodunit.agent.boot.web.HandlerExchanges;

/** HttpChannel.onCompleted() of Jetty 9 to 11. */
public final class JettyEnds {
    private JettyEnds() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue(value = "_request", typing = Assigner.Typing.DYNAMIC) Object request) {
        HandlerExchanges.ended(request);
    }
}
