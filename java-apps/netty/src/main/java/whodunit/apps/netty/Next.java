// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** A client of another shop, which has its connection before it is asked, or makes one. */
final class Next extends SimpleChannelInboundHandler<FullHttpResponse> {
    private static final Queue<Consumer<String>> ASKED = new ConcurrentLinkedQueue<>();
    /** Sent again and again, as it is. */
    private static final FullHttpRequest SAME = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET,
            "/items/7", Unpooled.EMPTY_BUFFER);
    private static Bootstrap connects;
    private static Channel connection;

    private Next() {}

    @SuppressWarnings("deprecation") // Netty 4.2 would have it made otherwise
    static void connect(int port) throws InterruptedException {
        connects = new Bootstrap().group(new NioEventLoopGroup(1)).channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpClientCodec(), new HttpObjectAggregator(65536), new Next());
                    }
                }).remoteAddress("127.0.0.1", port);
        connection = connects.connect().sync().channel();
    }

    /** Sends it where the connection has been made. */
    static void askAnew(String path, Consumer<String> answered) {
        ASKED.add(answered);
        connects.connect().addListener((ChannelFuture made) -> made.channel().writeAndFlush(get(path)));
    }

    static void ask(String path, Consumer<String> answered) {
        send(get(path), answered);
    }

    private static FullHttpRequest get(String path) {
        return new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, path);
    }

    static void askTheSame(Consumer<String> answered) {
        send(SAME, answered);
    }

    private static synchronized void send(FullHttpRequest request, Consumer<String> answered) {
        ASKED.add(answered);
        connection.writeAndFlush(request);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
        ASKED.remove().accept(response.content().toString(StandardCharsets.UTF_8));
    }
}
