// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * One HTTP/1.1 connection over a bare socket: it sends exactly what it is given, and computes little, so that what a
 * request takes is the server's. Used by one thread at a time.
 */
public final class HttpConnection implements Closeable {
    /** @param header its lines, each ended by a newline */
    public record Response(int status, String header, byte[] body) {
        /** The first value of that name, or null. */
        public String header(String name) {
            return value(header, name);
        }

        public boolean closes() {
            return "close".equalsIgnoreCase(header("Connection"));
        }
    }

    private final Socket socket = new Socket();
    private final InputStream in;
    private final byte[] buffer = new byte[16384];
    private int begin, end;
    private long received;
    private long receivedAt;

    /** @param stalledMillis for how long the server may be silent */
    public HttpConnection(InetSocketAddress server, int stalledMillis) throws IOException {
        socket.connect(server, stalledMillis);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(stalledMillis);
        in = socket.getInputStream();
    }

    public void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** @throws IOException also if the response does not say how long it is */
    public Response receive() throws IOException {
        StringBuilder header = new StringBuilder();
        String status = line();
        for (String line; !(line = line()).isEmpty();)
            header.append(line).append('\n');
        String head = header.toString(), length = value(head, "Content-Length");
        boolean isChunked = "chunked".equalsIgnoreCase(value(head, "Transfer-Encoding"));
        if (!status.matches("HTTP/1\\.1 \\d{3} .*") || !isChunked && (length == null || !length.matches("\\d{1,9}")))
            throw new IOException("a malformed response: " + status + "\n" + head);
        byte[] body = isChunked ? chunks() : bytes(Integer.parseInt(length));
        return new Response(Integer.parseInt(status.substring(9, 12)), head, body);
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int done = 0; done < length;) {
            fill();
            int n = Math.min(length - done, end - begin);
            System.arraycopy(buffer, begin, bytes, done, n);
            begin += n;
            done += n;
        }
        return bytes;
    }

    /** A proxy that does not have the whole answer yet passes it on like that: Apache, where Tomcat takes its time. */
    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int length = chunkLength(); length > 0; length = chunkLength()) {
            body.write(bytes(length));
            if (!line().isEmpty())
                throw new IOException("a malformed chunk: it is longer than " + length + " bytes");
        }
        while (!line().isEmpty())
            continue; // trailers
        return body.toByteArray();
    }

    private int chunkLength() throws IOException {
        String line = line();
        if (!line.matches("[0-9a-fA-F]{1,7}\\s*(;.*)?"))
            throw new IOException("a malformed chunk: " + line);
        return Integer.parseInt(line.split("[\\s;]")[0], 16);
    }

    private static String value(String header, String name) {
        return header.lines().filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).strip()).findFirst().orElse(null);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (;;) {
            fill();
            byte b = buffer[begin++];
            if (b == '\n')
                return line.toString();
            if (b != '\r')
                line.append((char) b);
        }
    }

    private void fill() throws IOException {
        if (begin < end)
            return;
        begin = 0;
        end = Math.max(0, in.read(buffer));
        receivedAt = System.nanoTime();
        received += end;
        if (end == 0)
            throw new EOFException("the server has closed the connection");
    }

    /** Bytes so far. */
    public long received() {
        return received;
    }

    /** When the last of them had come, by {@link System#nanoTime}. */
    public long receivedAt() {
        return receivedAt;
    }

    /** The peer sees a reset, not an orderly end. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
