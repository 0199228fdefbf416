// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import io.netty.channel.ChannelHandlerContext;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.NettyRequests;

/** AbstractChannelHandlerContext.fireChannelReadComplete(). */
public final class NettyHasRead {
    private NettyHasRead() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This ChannelHandlerContext context) {
        return NettyRequests.handedOver(context.handler(), context.channel());
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        NettyRequests.leave(before);
    }
}
