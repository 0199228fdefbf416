// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One connection to the server. Used by one thread at a time. */
public final class HttpClient implements AutoCloseable {
    /** No reply for so long: the server has stalled. */
    public static final int STALLED_MILLIS = 20_000;

    /** A response; its header's names are in lower case. */
    public record Response(int status, String header, byte[] body) {
        public boolean closes() {
            return header.contains("connection: close");
        }
    }

    private final Socket socket = new Socket();
    private final InputStream in;
    private final byte[] buffer = new byte[16384];
    private int begin, end;

    public HttpClient(int port) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), STALLED_MILLIS);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(STALLED_MILLIS);
        in = socket.getInputStream();
    }

    /** @param keepAlive false: the server is to close after this */
    public static String get(String url, boolean keepAlive) {
        return "GET " + url + " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: seda-web load\r\nAccept: */*\r\n"
                + (keepAlive ? "\r\n" : "Connection: close\r\n\r\n");
    }

    public void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    public Response receive() throws IOException {
        StringBuilder header = new StringBuilder();
        String status = line();
        for (String line; !(line = line()).isEmpty();)
            header.append(line.toLowerCase(java.util.Locale.ROOT)).append('\n');
        int at = header.indexOf("content-length: ");
        if (!status.startsWith("HTTP/1.1 ") || at < 0)
            throw new IOException("a malformed response: " + status + "\n" + header);
        byte[] body = new byte[Integer.parseInt(header.substring(at + 16, header.indexOf("\n", at)))];
        for (int done = 0; done < body.length;) {
            fill();
            int n = Math.min(body.length - done, end - begin);
            System.arraycopy(buffer, begin, body, done, n);
            begin += n;
            done += n;
        }
        return new Response(Integer.parseInt(status.substring(9, 12)), header.toString(), body);
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
        if (end == 0)
            throw new EOFException("the server has closed the connection");
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

    /** Sends a request and checks its reply, byte by byte. @return whether the connection can be used again */
    public boolean check(Pages pages, String url, boolean keepAlive) throws IOException {
        send(get(url, keepAlive));
        return check(receive(), pages, url) && keepAlive;
    }

    /** @return whether the server keeps the connection */
    public static boolean check(Response response, Pages pages, String url) throws IOException {
        if (response.status() != 200 || !Arrays.equals(response.body(), pages.content(url)))
            throw new IOException("a wrong reply to " + url + ": status " + response.status() + ", "
                    + response.body().length + " bytes");
        return !response.closes();
    }
}
