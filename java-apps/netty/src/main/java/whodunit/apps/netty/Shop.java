// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import whodunit.apps.Work;

/**
 * Handlers behind Netty's HTTP codec, with an aggregator in between or without. System properties: port, whole, next
 * (the port of another shop).
 */
public final class Shop extends ChannelInboundHandlerAdapter {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    /** Whose answer a thread gets that works for nobody; null: nobody waits. */
    private static volatile ChannelHandlerContext waiting;

    private String uri;
    private String answer;

    private Shop() {}

    private static long inHandler() {
        return Work.burn();
    }

    private static long inBody() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static long inTask() {
        return Work.burn();
    }

    private static long beforeItIsSent() {
        return Work.burn();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            uri = request.uri();
            if (uri.startsWith("/items/"))
                inHandler();
        }
        if (message instanceof LastHttpContent) {
            if (uri.equals("/upload"))
                inBody();
            if (uri.startsWith("/next/"))
                Next.ask(uri.substring(5), text -> send(context, text));
            else if (uri.startsWith("/anew/"))
                Next.askAnew(uri.substring(5), text -> send(context, text));
            else if (uri.equals("/one") || uri.equals("/other"))
                Next.askTheSame(text -> send(context, text));
            else if (uri.equals("/nobody"))
                waiting = context;
            else if (uri.startsWith("/report"))
                POOL.execute(() -> report(context));
            else
                answer = uri;
        }
    }

    /** On a thread of the application's, and then on the connection's. */
    private void report(ChannelHandlerContext context) {
        long result = inPool();
        context.executor().execute(() -> send(context, "report " + (result + inTask())));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        String now = answer;
        answer = null;
        if (now != null && now.startsWith("/late"))
            beforeItIsSent();
        if (now != null)
            send(context, now);
    }

    private static void send(ChannelHandlerContext context, String text) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1,
                text.equals("/not-there") ? HttpResponseStatus.NOT_FOUND : HttpResponseStatus.OK,
                Unpooled.copiedBuffer(text.getBytes()));
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        context.writeAndFlush(response);
    }

    private static void asksForNobody() {
        for (;; LockSupport.parkNanos(1_000_000)) {
            ChannelHandlerContext context = waiting;
            waiting = null;
            if (context != null)
                Next.askTheSame(text -> send(context, text));
        }
    }

    @SuppressWarnings("deprecation") // Netty 4.2 would have it made otherwise
    public static void main(String[] arguments) throws InterruptedException {
        EventLoopGroup loops = new NioEventLoopGroup(2);
        if (System.getProperty("next") != null) {
            Next.connect(Integer.getInteger("next"));
            new Thread(Shop::asksForNobody).start();
        }
        new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpServerCodec());
                        if (Boolean.getBoolean("whole"))
                            channel.pipeline().addLast(new HttpObjectAggregator(65536));
                        channel.pipeline().addLast(new Shop());
                    }
                }).bind("127.0.0.1", Integer.getInteger("port"));
    }
}
