// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import io.netty.channel.ChannelHandlerContext;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.NettyOutgoing;

/** AbstractChannelHandlerContext.write(message, flush, promise). Requests of reactor-netty have baggage already. */
public final class NettyWrites {
    private NettyWrites() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This ChannelHandlerContext context, @Advice.Argument(0) Object message) {
        if (NettyOutgoing.isToChange(message) && context.pipeline().get("reactor.left.httpCodec") == null)
            NettyOutgoing.change(message);
    }
}
