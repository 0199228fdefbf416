// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.plain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection of {@link NioServer}. */
final class NioClient {
    /** What has arrived and is no whole request yet. */
    private String text = "";
    /** What the socket has not taken yet, or null. */
    private ByteBuffer[] rest;
    private boolean closes;

    /** @return whether the client is still there */
    boolean read(SocketChannel channel, ByteBuffer in) throws IOException {
        int n = channel.read(in.clear());
        if (n < 0)
            return false;
        text += StandardCharsets.ISO_8859_1.decode(in.flip());
        return true;
    }

    boolean hasToWrite() {
        return rest != null;
    }

    /** Answers what has arrived, as far as the socket takes it. @return whether the connection stays */
    boolean write(SocketChannel channel, FilePages pages) throws IOException {
        for (;;) {
            if (rest != null) {
                channel.write(rest);
                if (rest[rest.length - 1].hasRemaining())
                    return true;
                rest = null;
                if (closes)
                    return false;
            }
            int end = text.indexOf("\r\n\r\n");
            if (end < 0)
                return true;
            String head = text.substring(0, end);
            text = text.substring(end + 4);
            closes = head.toLowerCase(Locale.ROOT).contains("\r\nconnection: close");
            rest = answer(head, pages);
        }
    }

    private ByteBuffer[] answer(String head, FilePages pages) throws IOException {
        String[] words = head.substring(0, Math.max(0, head.indexOf('\r'))).split(" ");
        byte[] page = words.length == 3 && words[0].equals("GET") ? pages.get(words[1]) : null;
        byte[] body = page == null ? new byte[0] : page;
        String header = "HTTP/1.1 " + (page == null ? "404 Not Found" : "200 OK")
                + "\r\nServer: plain java.nio\r\nContent-Type: text/html\r\nContent-Length: " + body.length + "\r\n"
                + (closes ? "Connection: close\r\n\r\n" : "\r\n");
        return new ByteBuffer[] {ByteBuffer.wrap(header.getBytes(StandardCharsets.ISO_8859_1)), ByteBuffer.wrap(body)};
    }
}
