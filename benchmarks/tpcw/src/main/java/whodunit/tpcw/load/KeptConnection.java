// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import whodunit.harness.HttpConnection;

/** A connection that is kept, and made anew when the server has closed it meanwhile. Not thread-safe. */
final class KeptConnection implements Closeable {
    private static final int STALLED_MS = 60_000;

    private final InetSocketAddress server;
    private HttpConnection connection;
    private long bytes, took;

    KeptConnection(String host, int port) {
        server = new InetSocketAddress(host, port);
    }

    /** @throws IOException if there is no whole reply */
    HttpConnection.Response get(String request) throws IOException {
        boolean kept = connection != null;
        if (!kept)
            connection = new HttpConnection(server, STALLED_MS);
        long start = System.nanoTime(), before = connection.received();
        HttpConnection.Response reply;
        try {
            connection.send(request);
            reply = connection.receive();
        } catch (IOException e) {
            boolean unanswered = connection.received() == before && !(e instanceof SocketTimeoutException);
            close();
            if (kept && unanswered)
                return get(request);
            throw e;
        }
        took = connection.receivedAt() - start;
        bytes += request.length() + connection.received() - before;
        if (reply.closes())
            close();
        return reply;
    }

    /** Both ways, of all exchanges so far. */
    long bytes() {
        return bytes;
    }

    /** Nanoseconds from sending the last request until its reply was there. */
    long took() {
        return took;
    }

    @Override
    public void close() throws IOException {
        if (connection != null)
            connection.close();
        connection = null;
    }
}
