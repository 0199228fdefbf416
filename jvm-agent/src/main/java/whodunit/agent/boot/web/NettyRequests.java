// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import java.util.List;
import whodunit.agent.boot.Baggage;
import whodunit.agent.boot.ThreadContext;
import whodunit.agent.boot.WeakIdentityMap;

/**
 * Requests of servers on Netty's own HTTP codecs. A transaction begins where the codec hands a request to the handlers
 * behind it, and is current again when it hands over more of the same one. Nobody knows a route there, so requests go
 * by their paths. Servers of reactor-netty and Vert.x, which are on Netty as well, have their own.
 */
public final class NettyRequests {
    private static final String CODEC = "io.netty.handler.codec.";
    /** What reads requests off a connection, or off a stream of HTTP/2. */
    private static final List<String> READERS = List.of(CODEC + "http.HttpRequestDecoder",
            CODEC + "http.HttpServerCodec", CODEC + "http2.Http2StreamFrameToHttpObjectCodec",
            CODEC + "http2.HttpToHttp2ConnectionHandler");
    private static final String OTHERS_CLASS = "io.vertx.";
    private static final String OTHERS_HANDLER = "reactor.";
    private static final Application APPLICATION = new Application("");

    private static final ClassValue<Boolean> READS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> handler) {
            return !handler.getName().startsWith(OTHERS_CLASS) && READERS.stream().anyMatch(r -> isA(handler, r));
        }
    };

    /** By channel. Only its event loop asks. */
    private static final WeakIdentityMap<Connection> CONNECTIONS = new WeakIdentityMap<>();

    private NettyRequests() {}

    private static final class Connection {
        /** The request whose parts come; null when all of it has come. */
        private OpenRequest open;
        private boolean hasEnded;
    }

    /** What the thread was at before; the request, if it has just begun. */
    private record Before(int context, OpenRequest begun) {}

    private static boolean isA(Class<?> handler, String name) {
        for (Class<?> c = handler; c != null; c = c.getSuperclass())
            if (c.getName().equals(name))
                return true;
        return false;
    }

    /**
     * A handler hands a message to those behind it.
     *
     * @param name the handler's, in its pipeline
     * @return for {@link #leave}; null if that is nobody's request
     */
    public static Object handsOver(Object handler, String name, Object channel, Object message) {
        if (!READS.get(handler.getClass()) || name.startsWith(OTHERS_HANDLER))
            return null;
        NettyMessage kind = NettyMessage.of(message.getClass());
        Connection connection = CONNECTIONS.get(channel);
        OpenRequest begun = null;
        if (kind.isRequest()) {
            if (connection == null)
                CONNECTIONS.put(channel, connection = new Connection());
            connection.open = begun = begin(kind, message);
        }
        if (connection == null || connection.open == null)
            return null;
        connection.hasEnded = kind.isLast();
        return new Before(ThreadContext.set(connection.open.context()), begun);
    }

    /** A handler tells those behind it that no more can be read for now: then answers are sent. */
    public static Object handedOver(Object handler, Object channel) {
        Connection connection = READS.get(handler.getClass()) ? CONNECTIONS.get(channel) : null;
        if (connection == null || connection.open == null)
            return null;
        Before before = new Before(ThreadContext.set(connection.open.context()), null);
        if (connection.hasEnded)
            connection.open = null;
        return before;
    }

    public static void leave(Object before) {
        if (before instanceof Before b) {
            if (b.begun != null)
                b.begun.settle();
            ThreadContext.set(b.context);
        }
    }

    private static OpenRequest begin(NettyMessage kind, Object message) {
        return OpenRequest.byPath(APPLICATION, kind.method(message), kind.path(message),
                kind.header(message, Baggage.HEADER), kind.header(message, "traceparent"));
    }
}
