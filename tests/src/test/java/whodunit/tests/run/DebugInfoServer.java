// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;

/** A private debuginfod that serves what lies below a directory. */
public final class DebugInfoServer implements AutoCloseable {
    private final Server server;
    private final int port;

    public DebugInfoServer(Path files, Path scratch) throws IOException, InterruptedException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        server = new Server(List.of("debuginfod", "-d", scratch.resolve("debuginfod.sqlite").toString(), "-F", "-p",
                Integer.toString(port), files.toString()), scratch.resolve("debuginfod.log"));
        server.await(() -> {
            if (!server.log().contains("fts traversed")) // the first scan is over
                return false;
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
    }

    /** For DEBUGINFOD_URLS. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** What it says of what it was asked. */
    public String log() throws IOException {
        return server.log();
    }

    @Override
    public void close() {
        server.close();
    }
}
