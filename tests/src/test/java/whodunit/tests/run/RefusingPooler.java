// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes PostgreSQL's protocol on, but takes the Close of a prepared statement that was never parsed for an error,
 * after which it drops what comes before a Sync.
 */
public final class RefusingPooler implements AutoCloseable {
    private static final byte[] ERROR = "SERROR\0C26000\0Mprepared statement does not exist\0\0"
            .getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listening;
    private final int server;
    private final AtomicInteger refused = new AtomicInteger();

    private RefusingPooler(ServerSocket listening, int server) {
        this.listening = listening;
        this.server = server;
    }

    /** @param server the port of the one that it stands in front of */
    public static RefusingPooler start(int server) throws IOException {
        RefusingPooler pooler = new RefusingPooler(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), server);
        thread(pooler::accept);
        return pooler;
    }

    private interface Loop {
        void run() throws IOException;
    }

    /** A connection that ends, ends its threads. */
    private static void thread(Loop loop) {
        Thread t = new Thread(() -> {
            try {
                loop.run();
            } catch (IOException closed) {
                return;
            }
        }, "pooler");
        t.setDaemon(true);
        t.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            Socket database = new Socket(InetAddress.getLoopbackAddress(), server);
            client.setTcpNoDelay(true);
            database.setTcpNoDelay(true);
            thread(() -> answers(database, client));
            thread(() -> requests(client, database));
        }
    }

    private static void answers(Socket from, Socket to) throws IOException {
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            byte[] buffer = new byte[65536];
            for (int n; (n = in.read(buffer)) > 0;)
                synchronized (to) {
                    out.write(buffer, 0, n);
                }
        }
    }

    private void requests(Socket from, Socket to) throws IOException {
        try (DataInputStream in = new DataInputStream(from.getInputStream());
                DataOutputStream out = new DataOutputStream(to.getOutputStream())) {
            start(in, out);
            boolean dropping = false;
            while (true) {
                int type = in.readUnsignedByte();
                byte[] body = in.readNBytes(in.readInt() - 4);
                dropping &= type != 'S';
                if (dropping)
                    continue;
                if (type == 'C' && body[0] == 'S' && !new String(body, StandardCharsets.UTF_8).startsWith("SS_")) {
                    refused.incrementAndGet();
                    dropping = true;
                    refuse(from);
                } else {
                    out.writeByte(type);
                    out.writeInt(body.length + 4);
                    out.write(body);
                }
            }
        }
    }

    /** The first message, and the request for encryption before it, have no type. */
    private static void start(DataInputStream in, DataOutputStream out) throws IOException {
        byte[] body;
        do {
            body = in.readNBytes(in.readInt() - 4);
            out.writeInt(body.length + 4);
            out.write(body);
        } while (body.length == 4);
    }

    private static void refuse(Socket client) throws IOException {
        synchronized (client) {
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            out.writeByte('E');
            out.writeInt(ERROR.length + 4);
            out.write(ERROR);
            out.flush();
        }
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** How often it did. */
    public int refused() {
        return refused.get();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
