// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.locks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers each byte of each connection by one, a little later. */
final class Answerer implements AutoCloseable {
    private static final long LATER_MILLIS = 1;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    Answerer() throws IOException {
        threads.execute(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = server.accept();
                threads.execute(() -> answer(connection));
            }
        } catch (IOException e) {
            return; // it is closed
        }
    }

    private static void answer(Socket connection) {
        try (connection) {
            for (int asked; (asked = connection.getInputStream().read()) >= 0;) {
                Thread.sleep(LATER_MILLIS);
                connection.getOutputStream().write(asked);
            }
        } catch (IOException e) {
            return; // whoever asked is gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
