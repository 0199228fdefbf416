// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.Apache;
import whodunit.harness.RecordingDirectory;
import whodunit.tests.run.Finished;
import whodunit.tests.run.HttpClient11;
import whodunit.tests.run.Whodunit;

/** {@code record --flows on}: what Apache's listener hands to its workers under a lock (the paper's figure 8). */
@Timeout(240)
class FlowsTest {
    private static final int CLIENTS = 4, CONNECTIONS = 700;
    /** Debian's module has no symbols for its own functions: the queue is a part of the server's program. */
    private static final String PUT = "ap_queue_push_socket", WORKER = "(start_thread|mod_mpm_event\\.so\\S+)";

    @TempDir
    private Path directory;

    @Test
    void theListenersHandOverIsAnEdgeToWhatItsWorkersDo() throws Exception {
        Path recording = RecordingDirectory.forAllUsers(directory.resolve("rec"));
        // nobody is behind it: that its workers are asked is enough
        try (Apache apache = Apache.start(directory, "http://127.0.0.1:1",
                Whodunit.record(recording, "apache", "--flows", "on", "--interval", "1ms"))) {
            connect(URI.create(apache.url()).getPort());
        }
        assertThat(Whodunit.info(recording)).contains("locked in ap_queue_pop_something")
                .doesNotContain("flows.stopped");
        List<String> stacks = Whodunit.stacks(recording, directory);
        assertThat(stacks).as("both paths, one below the other").anyMatch(s -> s.matches(
                ".*\\[apache];.*start_thread;.*" + PUT + ";\\[apache];.*start_thread;.*ap_process_async_request;.*"));

        assertThat(edges(Whodunit.graph(recording)))
                .anyMatch(e -> e.matches("flow " + PUT + " -> " + WORKER));
        assertThat(graph(recording, "text")).containsPattern(PUT + "\\s+[0-9.]+%\\s+[0-9.]+%\\s+~ " + WORKER);
        assertThat(dotEdges(graph(recording, "dot"))).anyMatch(e -> e.matches(PUT + " -> " + WORKER));
    }

    /** One connection for each request, one after another. */
    private static void connect(int port) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++)
                all.add(clients.submit(() -> {
                    for (int n = 0; n < CONNECTIONS; n++)
                        try (HttpClient11 client = new HttpClient11(port)) {
                            client.ask("GET", "/" + n, "");
                        }
                    return null;
                }));
            for (Future<?> f : all)
                f.get();
        } finally {
            clients.shutdownNow();
        }
    }

    private static Set<String> edges(JsonObject graph) {
        Map<String, String> names = new HashMap<>();
        for (JsonElement n : graph.getAsJsonArray("nodes"))
            names.put(n.getAsJsonObject().get("id").getAsString(), n.getAsJsonObject().get("name").getAsString());
        Set<String> edges = new HashSet<>();
        for (JsonElement e : graph.getAsJsonArray("edges")) {
            JsonObject edge = e.getAsJsonObject();
            edges.add(edge.get("kind").getAsString() + " " + names.get(edge.get("from").getAsString()) + " -> "
                    + names.get(edge.get("to").getAsString()));
        }
        return edges;
    }

    /** Those that are dashed. */
    private static Set<String> dotEdges(String dot) {
        Map<String, String> names = new HashMap<>();
        Matcher node = Pattern.compile("(?m)^ *(n\\d+) \\[label=\"(.*?)\\\\n").matcher(dot);
        while (node.find())
            names.put(node.group(1), node.group(2));
        Set<String> edges = new HashSet<>();
        Matcher edge = Pattern.compile("(?m)^ *(n\\d+) -> (n\\d+) \\[.*style=dashed").matcher(dot);
        while (edge.find())
            edges.add(names.get(edge.group(1)) + " -> " + names.get(edge.group(2)));
        return edges;
    }

    private static String graph(Path recording, String format) throws Exception {
        return Finished.run(List.of(Whodunit.HOME.resolve("whodunit").toString(), "graph", recording.toString(),
                "--format", format, "--min-pct", "0")).checked().output();
    }
}
