// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import whodunit.agent.api.Whodunit;

/**
 * What messages/pair.c calls callee, in a JVM: answers "foo" and "bar" with the same bytes, on two connections one
 * after the other, and works for each in a method of its own. Arguments: port or path, and how it reads: "stream", a
 * blocking socket's; "channel", on a thread that a selector's thread wakes; "virtual", as stream, on a virtual thread.
 */
public final class Callee {
    private static final int CONNECTIONS = 2;
    private static final long WORK_NANOS = 2_000_000;

    private Callee() {}

    public static void main(String[] arguments) throws Exception {
        SocketAddress address = arguments[0].startsWith("/") ? UnixDomainSocketAddress.of(arguments[0])
                : new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0]));
        boolean local = address instanceof UnixDomainSocketAddress;
        try (ServerSocketChannel server = local ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                : ServerSocketChannel.open()) {
            server.bind(address);
            System.out.println("ready");
            String how = arguments[1];
            ExecutorService threads = how.equals("virtual")
                    ? (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
                    : Executors.newFixedThreadPool(2);
            for (int i = 0; i < CONNECTIONS; i++)
                try (SocketChannel connection = server.accept()) {
                    if (how.equals("channel"))
                        select(connection, threads);
                    else
                        threads.submit(() -> serve(connection)).get();
                }
            threads.shutdown();
        }
    }

    private static Object serve(SocketChannel connection) throws IOException {
        while (answer(connection) >= 0)
            continue;
        return null;
    }

    private static void select(SocketChannel connection, ExecutorService threads) throws Exception {
        connection.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            connection.register(selector, SelectionKey.OP_READ);
            Callable<Integer> answer = () -> answer(connection);
            do {
                selector.select();
                selector.selectedKeys().clear();
            } while (threads.submit(answer).get() >= 0);
        }
    }

    /** @return what was read, below 0 at the end */
    private static int answer(SocketChannel connection) throws IOException {
        ByteBuffer request = ByteBuffer.allocate(64);
        int n = connection.read(request);
        if (n <= 0)
            return n;
        request.flip();
        int before = Whodunit.begin("served");
        if (request.get(0) == 'f')
            worksForFoo();
        else
            worksForBar();
        Whodunit.end(before);
        connection.write(request);
        return n;
    }

    private static void worksForFoo() {
        Burn.nanos(3 * WORK_NANOS);
    }

    private static void worksForBar() {
        Burn.nanos(WORK_NANOS);
    }
}
