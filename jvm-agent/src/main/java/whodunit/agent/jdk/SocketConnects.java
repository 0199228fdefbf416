// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.nio.channels.CompletionHandler;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ChannelOperations;

/** implConnect(remote, attachment, handler) */
public final class SocketConnects {
    private SocketConnects() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This Object channel,
            @Advice.Argument(value = 2, readOnly = false) CompletionHandler<?, ?> handler) {
        handler = ChannelOperations.connecting(channel, handler);
        return handler;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object handler, @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            ChannelOperations.notStarted(handler);
    }
}
