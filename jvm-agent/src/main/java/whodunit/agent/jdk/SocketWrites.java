// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ChannelOperations;

/** write(isGathering, from, several, timeout, unit, attachment, handler): all ways to write one. */
public final class SocketWrites {
    private SocketWrites() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This Object channel, @Advice.Argument(1) ByteBuffer from,
            @Advice.Argument(2) ByteBuffer[] several,
            @Advice.Argument(value = 6, readOnly = false) CompletionHandler<?, ?> handler) {
        handler = ChannelOperations.writing(channel, handler, from == null ? several : from);
        return handler;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object handler, @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            ChannelOperations.notStarted(handler);
    }
}
