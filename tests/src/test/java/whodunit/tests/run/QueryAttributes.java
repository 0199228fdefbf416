// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a MariaDB look like a MySQL from 8.0.23 on in one respect: it announces CLIENT_QUERY_ATTRIBUTES, so that a
 * driver puts "no attributes, one set" (00 01) in front of the text of COM_QUERY. Takes that away again on the way to
 * the server and notes what came behind the command byte.
 */
public final class QueryAttributes implements AutoCloseable {
    private static final int CAPABILITY = 1 << 3; // of the topmost of four bytes
    private static final int COM_QUERY = 3;

    private final ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final int server;
    private final List<String> statements = Collections.synchronizedList(new ArrayList<>());

    public QueryAttributes(int server) throws IOException {
        this.server = server;
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** What followed the command byte of each COM_QUERY so far. */
    public List<String> statements() {
        return List.copyOf(statements);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work, Closeable... ends) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // a peer is gone
            } finally {
                for (Closeable end : ends)
                    try {
                        end.close();
                    } catch (IOException e) {
                        // is closed
                    }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        for (;;) {
            Socket client = listener.accept();
            Socket db = new Socket(InetAddress.getLoopbackAddress(), server);
            start(() -> answers(db.getInputStream(), client.getOutputStream()), client, db);
            start(() -> commands(new BufferedInputStream(client.getInputStream()), db.getOutputStream()), client, db);
        }
    }

    private static void answers(InputStream in, OutputStream out) throws IOException {
        byte[] greeting = packet(in);
        int at = 5;
        while (greeting[at] != 0) // version
            at++;
        greeting[at + 1 + 4 + 8 + 1 + 2 + 1 + 2 + 1] |= CAPABILITY; // thread, scramble, 0, lower half, charset, status
        out.write(greeting);
        out.flush();
        in.transferTo(out);
    }

    private void commands(InputStream in, OutputStream out) throws IOException {
        byte[] login = packet(in);
        login[4 + 3] &= ~CAPABILITY;
        out.write(login);
        for (byte[] p; (p = packet(in)).length > 0; out.flush()) {
            if (p[3] == 0 && p.length > 4 && p[4] == COM_QUERY) {
                statements.add(new String(p, 5, p.length - 5, StandardCharsets.ISO_8859_1));
                p = withoutAttributes(p);
            }
            out.write(p);
        }
    }

    private static byte[] withoutAttributes(byte[] p) {
        byte[] shorter = new byte[p.length - 2];
        System.arraycopy(p, 0, shorter, 0, 5);
        System.arraycopy(p, 7, shorter, 5, p.length - 7);
        int length = shorter.length - 4;
        for (int i = 0; i < 3; i++)
            shorter[i] = (byte) (length >> 8 * i);
        return shorter;
    }

    /** With its header; empty at the end. */
    private static byte[] packet(InputStream in) throws IOException {
        byte[] header = in.readNBytes(4);
        if (header.length < 4)
            return new byte[0];
        byte[] body = in.readNBytes(header[0] & 255 | (header[1] & 255) << 8 | (header[2] & 255) << 16);
        byte[] whole = new byte[4 + body.length];
        System.arraycopy(header, 0, whole, 0, 4);
        System.arraycopy(body, 0, whole, 4, body.length);
        return whole;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
