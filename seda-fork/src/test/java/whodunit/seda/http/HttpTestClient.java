// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that speaks bytes. */
final class HttpTestClient implements AutoCloseable {
    final Socket socket;
    private final InputStream in;

    HttpTestClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        in = socket.getInputStream();
        socket.setSoTimeout(30_000);
        socket.setTcpNoDelay(true);
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The next response: its status, a blank, its body. */
    String receive() throws IOException {
        String header = header();
        return header.substring(9, 12) + " " + new String(in.readNBytes(length(header)), StandardCharsets.UTF_8);
    }

    String header() throws IOException {
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0)
                throw new IOException("the server has closed after '" + header + "'");
            header.append((char) b);
        }
        return header.toString();
    }

    private static int length(String header) {
        int at = header.indexOf("Content-Length: ");
        return at < 0 ? 0 : Integer.parseInt(header.substring(at + 16, header.indexOf("\r\n", at)));
    }

    String exchange(String request) throws IOException {
        send(request);
        return receive();
    }

    /** Everything until the server closes. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
