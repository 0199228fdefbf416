// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.nio.channels.CompletionHandler;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ChannelOperations;

/** read(isScattering, into, several, timeout, unit, attachment, handler): all ways to read an asynchronous socket. */
public final class SocketReads {
    private SocketReads() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This Object channel,
            @Advice.Argument(value = 6, readOnly = false) CompletionHandler<?, ?> handler) {
        handler = ChannelOperations.reading(channel, handler);
        return handler;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object handler, @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            ChannelOperations.notStarted(handler);
    }
}
