// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.ServerProcess;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/** A native server's connections that cannot be read, so that requests have no names, are told in the report. */
class UnnamedRequestsTest {
    /** A frame that should have a request's compressed headers. */
    private static final String NO_HEADERS = "\0\0\7\1\4\0\0\0\1\377\377\377\377\377\377\377";

    @TempDir
    Path directory;

    @Test
    void connectionsOfHttp2ThatCannotBeReadAreCounted() throws Exception {
        Path recording = directory.resolve("rec");
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(Whodunit.record(recording, "files", "--messages", "on"));
        command.addAll(List.of("python3", "-m", "http.server", Integer.toString(port), "--bind", "127.0.0.1"));
        try (Server server = new Server(command, directory.resolve("server.log"))) {
            server.await(() -> ask(port, "GET / HTTP/1.0\r\n\r\n") > 0);
            for (int i = 0; i < 3; i++)
                ask(port, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + NO_HEADERS);
            server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        assertThat(report.health("files", "messages.http2")).isEqualTo(3);
        assertThat(report.json().get("not_seen").toString()).contains(
                "files: 3 connections are HTTP/2's and could not be read: requests on them have no names");
    }

    /** The length of the answer. */
    private static int ask(int port, String request) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return socket.getInputStream().readAllBytes().length;
        }
    }
}
