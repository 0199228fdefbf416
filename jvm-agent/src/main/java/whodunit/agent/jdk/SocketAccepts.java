// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.nio.channels.CompletionHandler;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ChannelOperations;

/** AsynchronousServerSocketChannel.accept(attachment, handler) */
public final class SocketAccepts {
    private SocketAccepts() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 1, readOnly = false) CompletionHandler<?, ?> handler) {
        handler = ChannelOperations.accepting(handler);
    }
}
