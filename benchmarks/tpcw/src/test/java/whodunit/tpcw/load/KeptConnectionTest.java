// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server on a bare socket, which answers each connection's requests with what the test wants, and closes it then. */
class KeptConnectionTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String GOOD = "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 4\r\n\r\nbody";

    private ServerSocket listener;
    private KeptConnection connection;
    private volatile int perConnection = 1;
    private volatile int connections;
    private volatile long answersAfterMs;
    private volatile String reply = GOOD;

    @BeforeEach
    void start() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        connection = new KeptConnection("127.0.0.1", listener.getLocalPort());
        Thread server = new Thread(this::serve, "server");
        server.setDaemon(true);
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        connection.close();
        listener.close();
    }

    private void serve() {
        while (!listener.isClosed())
            try (Socket s = listener.accept()) {
                connections++;
                for (int i = 0; i < perConnection; i++) {
                    head(s.getInputStream());
                    Thread.sleep(answersAfterMs);
                    s.getOutputStream().write(reply.getBytes(StandardCharsets.ISO_8859_1));
                }
            } catch (IOException e) {
                // the client has gone
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
    }

    private static void head(InputStream in) throws IOException {
        for (int last = 0, next; last != 0x0D0A0D0A; last = last << 8 | next)
            if ((next = in.read()) < 0)
                throw new IOException("closed");
    }

    @Test
    void isKept() throws IOException {
        perConnection = 3;
        for (int i = 0; i < 3; i++)
            assertThat(connection.get(REQUEST).body()).isEqualTo("body".getBytes(StandardCharsets.US_ASCII));
        assertThat(connections).isEqualTo(1);
        assertThat(connection.bytes()).isEqualTo(3L * (REQUEST.length() + GOOD.length()));
    }

    @Test
    void isMadeAnewWhenTheServerHasClosedIt() throws IOException {
        for (int i = 0; i < 3; i++)
            assertThat(connection.get(REQUEST).header("a")).isEqualTo("b");
        assertThat(connections).isEqualTo(3);
    }

    /** What has answered may have done what it was asked for. */
    @Test
    void whatWasAnsweredInPartIsNotAskedAgain() throws IOException {
        perConnection = 2;
        connection.get(REQUEST);
        reply = GOOD.replace("4", "5");
        assertThatThrownBy(() -> connection.get(REQUEST)).isInstanceOf(IOException.class)
                .hasMessage("the server has closed the connection");
        assertThat(connections).isEqualTo(1);
        reply = GOOD;
        assertThat(connection.get(REQUEST).status()).isEqualTo(200);
    }

    @Test
    void aReplyWithoutLengthIsNone() throws IOException {
        reply = GOOD.replace("Content-Length: 4\r\n", "");
        assertThatThrownBy(() -> connection.get(REQUEST)).isInstanceOf(IOException.class)
                .hasMessage("a malformed response: HTTP/1.1 200 OK\nA: b\n");
        reply = GOOD;
        assertThat(connection.get(REQUEST).status()).isEqualTo(200);
    }

    @Test
    void aReplyMayComeInChunks() throws IOException {
        perConnection = 2;
        reply = "HTTP/1.1 200 200\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbod\r\n1;a=b\r\ny\r\n0\r\n\r\n";
        for (int i = 0; i < 2; i++)
            assertThat(connection.get(REQUEST).body()).isEqualTo("body".getBytes(StandardCharsets.US_ASCII));
        assertThat(connections).isEqualTo(1);
        reply = reply.replace("3\r\nbod", "2\r\nbod");
        assertThatThrownBy(() -> connection.get(REQUEST)).isInstanceOf(IOException.class)
                .hasMessage("a malformed chunk: it is longer than 2 bytes");
    }

    @Test
    void isClosedWhenTheServerSaysSo() throws IOException {
        perConnection = 2;
        reply = GOOD.replace("A: b", "connection: Close");
        connection.get(REQUEST);
        reply = GOOD;
        connection.get(REQUEST);
        assertThat(connections).isEqualTo(2);
    }

    @Test
    void takesAsLongAsTheServer() throws IOException {
        perConnection = 2;
        connection.get(REQUEST);
        assertThat(connection.took()).isLessThan(300_000_000);
        answersAfterMs = 300;
        connection.get(REQUEST);
        assertThat(connection.took()).isGreaterThan(300_000_000);
    }
}
