// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.ServerProcess;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/** A row of the report leads to a trace: the first one that its tracer has kept, if requests came with any. */
class TraceparentTest {
    private static final String NOT_KEPT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
    private static final String KEPT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String LATER = "00-4bf92f3577b34da6a3ce929d0e0e4799-00f067aa0ba902b7-01";
    private static final List<String> ALL = List.of("nonsense", KEPT.replace("4bf9", "4BF9"),
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01", NOT_KEPT, KEPT, LATER);

    @TempDir
    Path directory;

    @Test
    void ofAJvm() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.jaxrs.Shop",
                List.of("jaxrs"))) {
            for (String traceparent : ALL)
                assertThat(app.status("GET", "/jersey/orders/1", "traceparent", traceparent)).isEqualTo(200);
            assertThat(app.status("GET", "/plain")).isEqualTo(200);
            app.server.terminate();
        }
        assertThat(new Report(Whodunit.report(recording)).traceparents()).isEqualTo(
                Map.of("GET /jersey/orders/{id}", KEPT));
    }

    @Test
    void ofANativeServer() throws Exception {
        Path recording = directory.resolve("rec");
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(Whodunit.record(recording, "files", "--messages", "on"));
        command.addAll(List.of("python3", "-m", "http.server", Integer.toString(port), "--bind", "127.0.0.1",
                "--directory", directory.toString()));
        try (Server server = new Server(command, directory.resolve("server.log"))) {
            server.await(() -> status(port, "/", null) == 200);
            for (String traceparent : ALL)
                assertThat(status(port, "/missing", traceparent)).isEqualTo(404);
            server.terminate();
        }
        assertThat(new Report(Whodunit.report(recording)).traceparents()).isEqualTo(Map.of("GET /missing", KEPT));
    }

    private static int status(int port, String path, String traceparent) throws Exception {
        HttpURLConnection request = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL()
                .openConnection();
        if (traceparent != null)
            request.setRequestProperty("TraceParent", traceparent);
        return request.getResponseCode();
    }
}
