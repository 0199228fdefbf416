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
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    /** A frame that should have a request's compressed headers, and one that has: GET / of a. */
    private static final String NO_HEADERS = "\0\0\7\1\4\0\0\0\1\377\377\377\377\377\377\377",
            HEADERS = "\0\0\6\1\5\0\0\0\1\202\204\206\101\1a";

    /** Answers each connection's first bytes with settings: how much of headers it remembers. */
    private static final String SETTINGS_SERVER = """
            import socket, sys
            with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as server:
                while True:
                    with server.accept()[0] as client:
                        client.recv(4096)
                        client.sendall(b"\\0\\0\\6\\4\\0\\0\\0\\0\\0" b"\\0\\1\\0\\0\\x10\\0")
                        client.recv(4096)
            """;

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
                ask(port, PREFACE + NO_HEADERS);
            server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        assertThat(report.health("files", "messages.http2")).isEqualTo(3);
        assertThat(report.json().get("not_seen").toString()).contains(
                "files: 3 connections are HTTP/2's and could not be read: requests on them have no names");
    }

    @Test
    void connectionsOfHttp2ThatCanBeReadAreNot() throws Exception {
        Path recording = directory.resolve("rec");
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(Whodunit.record(recording, "settings", "--messages", "on"));
        command.addAll(List.of("python3", "-c", SETTINGS_SERVER, Integer.toString(port)));
        try (Server server = new Server(command, directory.resolve("server.log"))) {
            server.await(() -> ask(port, PREFACE + HEADERS) > 0);
            for (int i = 0; i < 3; i++)
                ask(port, PREFACE + HEADERS);
            server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        assertThat(report.requests("GET /")).isGreaterThanOrEqualTo(3);
        assertThat(report.health("settings", "messages.http2")).isZero();
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
