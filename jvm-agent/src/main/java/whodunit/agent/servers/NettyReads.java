// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import io.netty.channel.ChannelHandlerContext;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.NettyRequests;

/** AbstractChannelHandlerContext.fireChannelRead(message). */
public final class NettyReads {
    private NettyReads() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.This ChannelHandlerContext context, @Advice.Argument(0) Object message) {
        return NettyRequests.handsOver(context.handler(), context.name(), context.channel(), message);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        NettyRequests.leave(before);
    }
}
