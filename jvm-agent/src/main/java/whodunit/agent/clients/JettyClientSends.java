// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;
import whodunit.agent.boot.web.JettyOutgoing;

/** Jetty's client: the constructor of an exchange, in the thread that sends its request. */
public final class JettyClientSends {
    private JettyClientSends() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object exchange, @Advice.Argument(1) Object request) throws Throwable {
        TaskPropagation.created(exchange);
        JettyOutgoing.carry(request);
    }
}
