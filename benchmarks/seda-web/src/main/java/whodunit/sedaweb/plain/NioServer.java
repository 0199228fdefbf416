// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.plain;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "seda-web-nio", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Does the SEDA web server's job on java.nio alone: one thread, one selector, and the same page "
                + "cache. Runs until it is terminated.")
public final class NioServer implements Callable<Integer> {
    private static final int BACKLOG = 1024;

    @Option(names = "--root", required = true, paramLabel = "DIR", description = "Where the files are.")
    private Path root;

    @Option(names = "--cache", defaultValue = "4194304", paramLabel = "BYTES",
            description = "Size of the page cache (${DEFAULT-VALUE}).")
    private long cache;

    public static void main(String[] args) {
        System.exit(new CommandLine(new NioServer()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        FilePages pages = new FilePages(root, cache);
        try (Selector selector = Selector.open(); ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            System.out.println("listening on port " + server.socket().getLocalPort());
            ByteBuffer in = ByteBuffer.allocateDirect(16384);
            for (;;)
                selector.select(key -> {
                    if (key.isAcceptable())
                        accept(server, selector);
                    else
                        serve(key, in, pages);
                });
        }
    }

    private static void accept(ServerSocketChannel server, Selector selector) {
        try {
            for (SocketChannel client; (client = server.accept()) != null;) {
                client.configureBlocking(false);
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                client.register(selector, SelectionKey.OP_READ, new NioClient());
            }
        } catch (IOException e) {
            System.err.println("seda-web-nio: cannot accept: " + e.getMessage());
        }
    }

    private static void serve(SelectionKey key, ByteBuffer in, FilePages pages) {
        SocketChannel channel = (SocketChannel) key.channel();
        NioClient client = (NioClient) key.attachment();
        try {
            boolean open = key.isWritable() || client.read(channel, in);
            if (open && client.write(channel, pages))
                key.interestOps(client.hasToWrite() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            else
                channel.close();
        } catch (IOException e) { // the client has gone
            try {
                channel.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
        }
    }
}
