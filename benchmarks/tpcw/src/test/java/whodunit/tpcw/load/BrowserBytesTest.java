// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A server on a bare socket, which sees every byte. */
class BrowserBytesTest {
    private static final String BODY = "<!DOCTYPE html><!-- tpcw Home -->\n<html><!-- end -->\n";
    private static final String REPLY = "HTTP/1.1 200 OK\r\nSet-Cookie: JSESSIONID=1; Path=/; HttpOnly\r\n"
            + "Content-Type: text/html\r\nContent-Length: "
            + BODY.length() + "\r\n\r\n" + BODY;

    private final AtomicLong seen = new AtomicLong();

    @Test
    void everyByteIsCounted() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> server = CompletableFuture.runAsync(() -> answer(listener, 2));
            Browser browser = new Browser("http://127.0.0.1:" + listener.getLocalPort());
            browser.page("Home", "/Home?c_id=1");
            browser.page("Home", "/Home"); // with a cookie
            server.get();
            assertThat(browser.bytes()).isEqualTo(seen.get());
        }
    }

    private void answer(ServerSocket listener, int requests) {
        try (Socket s = listener.accept()) {
            for (int i = 0; i < requests; i++) {
                head(s.getInputStream());
                s.getOutputStream().write(REPLY.getBytes(StandardCharsets.ISO_8859_1));
                seen.addAndGet(REPLY.length());
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void head(InputStream in) throws IOException {
        for (int last = 0; last != 0x0D0A0D0A; last = last << 8 | in.read())
            seen.incrementAndGet();
    }
}
