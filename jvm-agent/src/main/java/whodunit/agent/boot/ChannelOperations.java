// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;

/**
 * Lets completion handlers of asynchronous sockets run for whom the operation was started. Not if that may have been a
 * loop, which serves others than the request that has begun it:
 *
 * <ul>
 * <li>what a server accepts and reads is nobody's: it is the next request;
 * <li>a connection on which others begin something while an operation of one is under way is shared: what is read
 * there is nobody's from then on;
 * <li>what a connection's handler writes there is nobody's, unless it is the rest of what was written before, or the
 * first after connecting: the connection may have been given to somebody else.
 * </ul>
 *
 * <p>Called by instrumented JDK code, so it uses nothing that is instrumented itself.
 */
public final class ChannelOperations {
    /** Connections that this process has opened, not those that it has accepted. */
    private static final WeakIdentityMap<Connection> CONNECTED = new WeakIdentityMap<>();

    private ChannelOperations() {}

    /** The channel is about to be connected. The result of this and the others is the handler that it is to call. */
    public static CompletionHandler<?, ?> connecting(Object channel, CompletionHandler<?, ?> handler) {
        Connection made = new Connection(), before = CONNECTED.putIfAbsent(channel, made); // it may be connected
        Connection connection = before == null ? made : before;
        return started(handler, ThreadContext.get(), channel, connection, null, false);
    }

    /** A server waits for a connection. */
    public static CompletionHandler<?, ?> accepting(CompletionHandler<?, ?> handler) {
        return started(handler, 0, null, null, null, false);
    }

    /** The channel is about to be read. */
    public static CompletionHandler<?, ?> reading(Object channel, CompletionHandler<?, ?> handler) {
        ThreadState state = ThreadContext.state();
        Connection connection = CONNECTED.get(channel);
        int context = connection == null ? 0 : state.context();
        if (connection != null && goesOn(state, channel))
            connection.goesOn(context);
        return started(handler, context, channel, connection, null, true);
    }

    /**
     * It is about to be written.
     *
     * @param from a buffer, or several
     */
    public static CompletionHandler<?, ?> writing(Object channel, CompletionHandler<?, ?> handler, Object from) {
        ThreadState state = ThreadContext.state();
        Connection connection = CONNECTED.get(channel);
        boolean mayBeOthers = goesOn(state, channel) && !state.channelHandler.mayGoOn(from);
        return started(handler, mayBeOthers ? 0 : state.context(), channel, connection, from, false);
    }

    /** Whether the calling thread is in one of the channel's handlers, and has begun nothing there. */
    private static boolean goesOn(ThreadState state, Object channel) {
        Handler<?, ?> within = state.channelHandler;
        return within != null && within.channel == System.identityHashCode(channel)
                && state.isCarried(state.context());
    }

    /** It was not started after all. */
    public static void notStarted(Object handler) {
        if (handler instanceof Handler<?, ?> ours)
            ours.ends();
    }

    private static CompletionHandler<?, ?> started(CompletionHandler<?, ?> handler, int context, Object channel,
            Connection connection, Object from, boolean reads) {
        if (connection != null)
            connection.used(context, handler != null && context != 0);
        return handler == null || context == 0 && ThreadContext.get() == 0 ? handler
                : new Handler<>(handler, context, System.identityHashCode(channel), connection, from, reads);
    }

    /** Who uses a connection. */
    private static final class Connection {
        /** Of the operation that was started last. */
        private int context;
        /** Operations of requests that are under way. */
        private int pending;
        private boolean shared;

        synchronized void used(int by, boolean waits) {
            if (pending > 0 && by != context)
                shared = true;
            context = by;
            if (waits)
                pending++;
        }

        /** A handler reads on. */
        synchronized void goesOn(int by) {
            if (by != context)
                shared = true;
        }

        synchronized void ended(Handler<?, ?> operation) {
            if (!operation.hasEnded)
                pending--;
            operation.hasEnded = true;
        }

        synchronized boolean isShared() {
            return shared;
        }
    }

    static final class Handler<V, A> implements CompletionHandler<V, A> {
        private final CompletionHandler<V, A> handler;
        private final int context;
        /** Its identity. */
        private final int channel;
        /** Null if it was accepted, or is none. */
        private final Connection connection;
        private final Object from;
        private final boolean reads;
        /** What is left to write. */
        private long left;
        /** Guarded by the connection: one that ran within read() and threw leaves that as if it was not started. */
        private boolean hasEnded;

        Handler(CompletionHandler<V, A> handler, int context, int channel, Connection connection, Object from,
                boolean reads) {
            this.handler = handler;
            this.context = context;
            this.channel = channel;
            this.connection = connection;
            this.from = from;
            this.reads = reads;
        }

        @Override
        public void completed(V result, A attachment) {
            run(result, null, attachment);
        }

        @Override
        public void failed(Throwable error, A attachment) {
            run(null, error, attachment);
        }

        /** @param error null if there is a result */
        private void run(V result, Throwable error, A attachment) {
            ThreadState state = ThreadContext.state();
            Handler<?, ?> before = state.channelHandler;
            state.channelHandler = this;
            ends();
            left = from == null ? 0 : remaining(from);
            int previous = TaskPropagation
                    .beginUnder(reads && connection != null && connection.isShared() ? 0 : context);
            try {
                if (error == null)
                    handler.completed(result, attachment);
                else
                    handler.failed(error, attachment);
            } finally {
                TaskPropagation.end(previous);
                state.channelHandler = before;
            }
        }

        void ends() {
            if (connection != null && context != 0)
                connection.ended(this);
        }

        /** Whether a write in this handler is part of what it is the handler of. */
        boolean mayGoOn(Object buffers) {
            return from == null ? !reads : from == buffers && left > 0 && remaining(buffers) == left;
        }

        private static long remaining(Object buffers) {
            if (buffers instanceof ByteBuffer one)
                return one.remaining();
            long all = 0;
            for (ByteBuffer buffer : (ByteBuffer[]) buffers)
                all += buffer.remaining();
            return all;
        }
    }
}
