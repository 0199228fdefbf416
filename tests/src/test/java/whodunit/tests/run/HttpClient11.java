// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One kept-alive connection that sends exactly the bytes it is given; real clients mend too much. */
public final class HttpClient11 implements AutoCloseable {
    /** @param headers as they came, "name: value", names in lower case */
    public record Reply(int status, List<String> headers, byte[] body) {
        /** The first value, or null. */
        public String header(String name) {
            return headers.stream().filter(h -> h.startsWith(name + ": ")).map(h -> h.substring(name.length() + 2))
                    .findFirst().orElse(null);
        }

        public String text() {
            return new String(body, StandardCharsets.ISO_8859_1);
        }
    }

    /** @param length what Content-Length says, or 0 */
    private record Head(int status, List<String> headers, int length) {}

    private final byte[] unread = new byte[1 << 20];
    private final Socket socket;
    private final InputStream in;

    public HttpClient11(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    public void send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** @param rest headers, each ended by CRLF, then maybe a blank line and a body; may be empty */
    public Reply ask(String method, String path, String rest) throws IOException {
        send(method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + (rest.contains("\r\n\r\n") ? rest : rest + "\r\n"));
        return reply(method);
    }

    /**
     * A reply that is not looked at, except that it is whole and of status 200. It is read as fast as it comes, without
     * memory of its own: a client that pauses makes the other end work in short bursts.
     */
    public void get(String path) throws IOException {
        send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        Head head = head();
        if (head.status != 200)
            throw new IOException("status " + head.status + " for " + path);
        for (int left = head.length, n; left > 0; left -= n)
            if ((n = in.read(unread, 0, Math.min(left, unread.length))) < 0)
                throw new IOException("the reply ends too early");
    }

    public Reply reply(String method) throws IOException {
        Head head = head();
        byte[] body = new byte[method.equals("HEAD") || head.status == 304 ? 0 : head.length];
        if (in.readNBytes(body, 0, body.length) != body.length)
            throw new IOException("the reply ends too early");
        return new Reply(head.status, head.headers, body);
    }

    private Head head() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        List<String> headers = new ArrayList<>();
        int length = 0;
        for (String h = line(); !h.isEmpty(); h = line()) {
            int colon = h.indexOf(':');
            headers.add(h.substring(0, colon).toLowerCase(Locale.ROOT) + h.substring(colon));
            if (h.regionMatches(true, 0, "Content-Length:", 0, 15))
                length = Integer.parseInt(h.substring(15).trim());
        }
        return new Head(status, headers, length);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int c;
        while ((c = in.read()) != '\n') {
            if (c < 0)
                throw new IOException("closed by the other end after '" + line + "'");
            if (c != '\r')
                line.write(c);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
