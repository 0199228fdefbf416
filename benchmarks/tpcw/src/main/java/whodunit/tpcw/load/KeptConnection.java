// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * HTTP/1.1 GETs over one connection that is kept, made anew when the server has closed it. A library's client computes
 * for as long as a short request takes, partly while the server works already, so that nobody could say what of a
 * latency is the server's. Replies must have a length, but for errors. Not thread-safe.
 */
final class KeptConnection implements Closeable {
    private static final int CONNECT_MS = 10_000, READ_MS = 60_000;
    private static final int LONGEST_HEAD = 65536;

    private final InetSocketAddress server;
    private Socket socket;
    private InputStream in;
    private long bytes, took;

    KeptConnection(String host, int port) {
        server = new InetSocketAddress(host, port);
    }

    /** @param headers by their names in small letters; of several with one name the last */
    record Reply(int status, Map<String, String> headers, byte[] body) {}

    /** @throws IOException if there is no whole reply */
    Reply get(String request) throws IOException {
        byte[] sent = request.getBytes(StandardCharsets.ISO_8859_1);
        if (socket != null)
            try {
                return exchange(sent);
            } catch (EOFException | SocketException e) {
                close(); // the server has closed it meanwhile
            }
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_MS);
        socket.connect(server, CONNECT_MS);
        in = new BufferedInputStream(socket.getInputStream(), 65536);
        return exchange(sent);
    }

    private Reply exchange(byte[] request) throws IOException {
        long start = System.nanoTime();
        socket.getOutputStream().write(request);
        String[] head = head();
        Map<String, String> headers = new TreeMap<>();
        for (int i = 1; i < head.length; i++) {
            int colon = head[i].indexOf(':');
            if (colon > 0)
                headers.put(head[i].substring(0, colon).toLowerCase(Locale.ROOT), head[i].substring(colon + 1).strip());
        }
        int status = status(head[0]), length = length(headers);
        if (length < 0 && status == 200)
            throw new IOException("a reply without length");
        byte[] body = in.readNBytes(Math.max(0, length));
        took = System.nanoTime() - start;
        if (body.length < length)
            throw new IOException("the reply ends after " + body.length + " of " + length + " bytes");
        bytes += request.length + body.length;
        if (length < 0 || "close".equalsIgnoreCase(headers.get("connection")))
            close();
        return new Reply(status, headers, body);
    }

    private String[] head() throws IOException {
        StringBuilder head = new StringBuilder(512);
        while (head.length() < 4 || head.charAt(head.length() - 1) != '\n' || head.charAt(head.length() - 3) != '\n') {
            int next = in.read();
            if (next < 0 && head.isEmpty())
                throw new EOFException("no reply");
            if (next < 0 || head.length() == LONGEST_HEAD)
                throw new IOException("the reply's head does not end");
            head.append((char) next);
        }
        bytes += head.length();
        return head.toString().split("\r\n");
    }

    private static int status(String line) throws IOException {
        String[] words = line.split(" ");
        if (words.length < 2 || !words[1].matches("\\d{3}"))
            throw new IOException("no HTTP: " + line);
        return Integer.parseInt(words[1]);
    }

    private static int length(Map<String, String> headers) {
        String length = headers.getOrDefault("content-length", "");
        return length.matches("\\d{1,9}") ? Integer.parseInt(length) : -1;
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
        if (socket != null)
            socket.close();
        socket = null;
    }
}
