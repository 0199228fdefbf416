// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.JettyExchanges;
import whodunit.agent.boot.web.ServletRequests;

/** ServletChannel.handle() of Jetty 12: all that the container does for a request, in turn. */
public final class ServletChannelHandles {
    private ServletChannelHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This Object channel) throws Throwable {
        return JettyExchanges.enterServlets(channel);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ServletRequests.leave(before);
    }
}
