// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.checkNotAnothers;
import static whodunit.tests.app.HandOvers.see;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: as {@link Shared}, by handlers of asynchronous channels. What is sent is the context,
 * which a server of blocking sockets sends back a while later, in two parts.
 */
public final class AsynchronousChannels {
    private static final Executor POOL = Executors.newFixedThreadPool(2);

    private static final ThreadFactory DAEMONS = task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    };

    private AsynchronousChannels() {}

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
            error.printStackTrace();
            System.exit(1);
        });
        SocketAddress server = server();
        groups(server);
        check("a connection of its own", 2, c -> new Connection(server).open(connection -> connection.ask(c)));
        BlockingQueue<Connection> idle = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++)
            new Connection(server).open(idle::add);
        check("connections in turns", 2, c -> {
            Connection connection = idle.take();
            connection.whenDone = idle::add;
            connection.ask(c);
        });
        check("connections in turns, asked in a pool", 2, c -> {
            Connection connection = idle.take();
            connection.whenDone = idle::add;
            POOL.execute(() -> connection.ask(c));
        });
        waiting(new Connection(server));
        shared(new SharedConnection(server, Runnable::run), "a connection that all share");
        shared(new SharedConnection(server, POOL), "one that is read on by a pool");
        shared(failedOnce(server), "one of whose handlers one has failed");
        shared(connectedAnew(server), "one that all try to connect");
        queued(server, false);
        queued(server, true);
        accepting();
        files();
        System.out.println("all checked");
        System.exit(0);
    }

    private static SocketAddress server() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        startDaemon(() -> {
            for (;;) {
                Socket socket = server.accept();
                startDaemon(() -> answer(socket));
            }
        });
        return server.getLocalSocketAddress();
    }

    private static void answer(Socket socket) throws Exception {
        socket.setTcpNoDelay(true);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        for (;;) {
            int asked = in.readInt();
            Thread.sleep(1);
            out.writeShort(asked >>> 16);
            Thread.sleep(1);
            out.writeShort(asked);
        }
    }

    private interface Serves {
        void run() throws Exception;
    }

    private static void startDaemon(Serves serves) {
        DAEMONS.newThread(() -> {
            try {
                serves.run();
            } catch (Exception e) {
                return; // the other end is closed
            }
        }).start();
    }

    private interface Done<V> extends CompletionHandler<V, Void> {
        @Override
        default void failed(Throwable error, Void attachment) {
            System.out.println("WRONG " + error);
        }
    }

    /** One question at a time. */
    private static final class Connection {
        final AsynchronousSocketChannel channel;
        private final SocketAddress server;
        private final ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES);
        volatile Consumer<Connection> whenDone = connection -> connection.close();

        Connection(SocketAddress server) throws IOException {
            this(server, null);
        }

        Connection(SocketAddress server, AsynchronousChannelGroup group) throws IOException {
            channel = AsynchronousSocketChannel.open(group);
            this.server = server;
        }

        void open(Consumer<Connection> then) {
            channel.connect(server, null, (Done<Void>) (result, none) -> then.accept(this));
        }

        void ask(int expected) {
            buffer.clear().putInt(expected).flip();
            channel.write(buffer, null, (Done<Integer>) (written, none) -> {
                see(expected);
                buffer.clear();
                read(expected);
            });
        }

        private void read(int expected) {
            channel.read(buffer, null, (Done<Integer>) (got, none) -> {
                if (buffer.hasRemaining()) {
                    read(expected);
                    return;
                }
                see(expected);
                whenDone.accept(this);
            });
        }

        void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Their threads serve everybody. */
    private static void groups(SocketAddress server) throws Exception {
        check("groups that requests open", 1, c -> {
            AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(2, DAEMONS);
            int previous = Whodunit.attach(0);
            new Connection(server, group).open(connection -> {
                see(0);
                group.shutdown();
                connection.close();
            });
            Whodunit.detach(previous);
        });
    }

    /** Who has been answered asks for whoever waits for the connection, in a list of our own. */
    private static void waiting(Connection connection) throws Exception {
        connection.channel.connect(connection.server).get();
        ArrayDeque<Integer> waiting = new ArrayDeque<>();
        boolean[] isBusy = {false};
        connection.whenDone = free -> {
            Integer next;
            synchronized (waiting) {
                next = waiting.poll();
                isBusy[0] = next != null;
            }
            if (next != null)
                free.ask(next);
        };
        checkNotAnothers("a connection that is waited for", 2, c -> {
            synchronized (waiting) {
                if (isBusy[0]) {
                    waiting.add(c);
                    return;
                }
                isBusy[0] = true;
            }
            connection.ask(c);
        });
    }

    private static void shared(SharedConnection connection, String what) throws Exception {
        checkNotAnothers(what, 1, connection::ask);
    }

    /** All ask whenever they want, and the first one starts to read for all. */
    private static class SharedConnection {
        final AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
        final SocketAddress server;
        private final Executor reader;
        private final ByteBuffer answers = ByteBuffer.allocate(Integer.BYTES);
        boolean open;

        SharedConnection(SocketAddress server, Executor reader) throws IOException {
            this.server = server;
            this.reader = reader;
        }

        void ask(int expected) throws Exception {
            if (!open) {
                open = true;
                connect();
                read();
            }
            channel.write(ByteBuffer.allocate(Integer.BYTES).putInt(expected).flip()).get();
        }

        void connect() throws Exception {
            channel.connect(server).get();
        }

        private void read() {
            channel.read(answers, null, (Done<Integer>) (got, none) -> {
                if (!answers.hasRemaining()) {
                    see(answers.getInt(0));
                    answers.clear();
                }
                reader.execute(this::read);
            });
        }
    }

    /** A handler that is called within the call which starts its operation throws out of that. */
    private static SharedConnection failedOnce(SocketAddress server) throws IOException {
        return new SharedConnection(server, POOL) {
            @Override
            void connect() throws Exception {
                CountDownLatch failed = new CountDownLatch(1);
                channel.connect(server, null, (Done<Void>) (connected, none) -> {
                    try {
                        channel.write(ByteBuffer.allocate(0), null, (Done<Integer>) (written, nothing) -> {
                            throw new UnsupportedOperationException();
                        });
                    } catch (UnsupportedOperationException e) {
                        failed.countDown();
                    }
                });
                failed.await();
            }
        };
    }

    private static SharedConnection connectedAnew(SocketAddress server) throws IOException {
        return new SharedConnection(server, POOL) {
            @Override
            void ask(int expected) throws Exception {
                try {
                    if (open)
                        connect();
                } catch (AlreadyConnectedException e) { // as it should
                }
                super.ask(expected);
            }
        };
    }

    /**
     * Whoever has written writes what others have left meanwhile in a list of our own.
     *
     * @param copies it, into one and the same buffer
     */
    private static void queued(SocketAddress server, boolean copies) throws Exception {
        AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
        channel.connect(server).get();
        ArrayDeque<Integer> left = new ArrayDeque<>();
        ByteBuffer one = ByteBuffer.allocate(Integer.BYTES);
        var writer = new Object() {
            void write(int expected) {
                ByteBuffer message = copies ? one.clear() : ByteBuffer.allocate(Integer.BYTES);
                channel.write(message.putInt(expected).flip(), null, (Done<Integer>) (written, none) -> {
                    HandOvers.slowly(expected).run();
                    Integer next;
                    synchronized (left) {
                        left.remove();
                        next = left.peek();
                    }
                    if (next != null)
                        write(next);
                });
            }
        };
        checkNotAnothers(copies ? "one writes for others, by one buffer" : "one writes for others", 1, c -> {
            boolean first;
            synchronized (left) {
                first = left.isEmpty();
                left.add(c);
            }
            if (first)
                writer.write(c);
        });
        channel.close();
    }

    /** A server on one connection, on which all requests come; what it reads is nobody's until it knows for whom. */
    private static void accepting() throws Exception {
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        boolean[] accepts = {false};
        Connection connection = new Connection(server.getLocalAddress());
        check("a server", 4, c -> {
            int previous = Whodunit.attach(accepts[0] ? 0 : c); // it was a request that needed the server first
            if (!accepts[0]) {
                accepts[0] = true;
                server.accept(null, (Done<AsynchronousSocketChannel>) (accepted, none) -> {
                    see(0);
                    new Served(accepted).read();
                });
                connection.channel.connect(connection.server).get();
            } else {
                see(0);
            }
            Whodunit.detach(previous);
            connection.channel.write(ByteBuffer.allocate(Integer.BYTES).putInt(c).flip()).get();
        });
    }

    private record Served(AsynchronousSocketChannel channel, ByteBuffer buffer) {
        Served(AsynchronousSocketChannel channel) {
            this(channel, ByteBuffer.allocate(Integer.BYTES));
        }

        void read() {
            channel.read(buffer, null, (Done<Integer>) (got, none) -> {
                see(0);
                int asked = buffer.flip().getInt(), previous = Whodunit.attach(asked);
                see(asked);
                channel.write(buffer.flip(), null, (Done<Integer>) (written, done) -> {
                    see(asked);
                    buffer.clear();
                    read();
                });
                Whodunit.detach(previous);
            });
        }
    }

    private static void files() throws Exception {
        Path file = Files.createTempFile("whodunit", "");
        AsynchronousFileChannel channel = AsynchronousFileChannel.open(file, StandardOpenOption.READ,
                StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        AtomicInteger places = new AtomicInteger();
        check("files", 3, c -> {
            ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES).putInt(c).flip();
            channel.write(buffer, c * 4L, null, (Done<Integer>) (written, none) -> {
                see(c);
                channel.read(buffer.clear(), c * 4L, null, (Done<Integer>) (got, end) -> see(c));
            });
            channel.lock(places.getAndIncrement(), 1, false, null, (Done<FileLock>) (lock, none) -> {
                see(c);
                try {
                    lock.release();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        });
    }
}
