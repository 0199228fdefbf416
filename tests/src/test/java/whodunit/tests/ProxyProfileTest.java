// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.HttpClient11;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Origin;
import whodunit.tests.run.Proxy;
import whodunit.tests.run.WebTier;
import whodunit.tests.run.Whodunit;

/** The paper's Squid experiment (section 8.2): one function, two nodes; and the proxy as first of three tiers. */
class ProxyProfileTest {
    private static final int CPU_SECONDS = 40;
    /**
     * What each kind of request costs besides, many times the kernel's tick: else a busy machine takes samples from the
     * kind that sleeps more often.
     */
    private static final int WORK_MS = 30;
    /** So large that both kinds of request cost about the same, and that reading and writing outweigh the loop. */
    private static final byte[] HIT_BODY = new byte[3 << 20], MISS_BODY = new byte[1 << 20];
    /** The phases that only one kind of request goes through. */
    private static final List<String> HIT = List.of("write_hit"), MISS = List.of("connect", "read_reply", "write_miss");
    /** The counted proxy's phases, and the handlers that led to each. */
    private static final Map<String, String> PHASES = Map.of(
            "read_request", "read_request",
            "write_hit", "read_request > write_reply",
            "connect", "read_request > connect_origin",
            "read_reply", "read_request > connect_origin > read_reply",
            "write_miss", "read_request > connect_origin > read_reply > write_reply");

    @TempDir
    Path directory;

    /**
     * One request at a time, so that the proxy's own clock knows whose time it counts, and for so much CPU time that
     * chance alone is seldom off by a third of what is allowed.
     */
    @Test
    void writingIsTwoNodesWhoseSharesAreTheThreadClocks() throws Exception {
        Path recording = directory.resolve("rec"), counted = directory.resolve("phases.json");
        List<String> prefix = new ArrayList<>(List.of("env", "PROXY_PHASES=" + counted, "PROXY_WORK_MS=" + WORK_MS));
        prefix.addAll(Proxy.recorded(recording));
        try (Origin origin = new Origin(ProxyProfileTest::reply);
                Proxy proxy = Proxy.start(directory, prefix, "proxy-counted", origin.address());
                HttpClient11 client = new HttpClient11(proxy.port)) {
            for (int i = 0; proxy.server.cpu().toSeconds() < CPU_SECONDS; i++) {
                client.get("/hit" + i % 10);
                client.get("/miss");
            }
            proxy.server.terminate();
        }
        JsonObject process = new Report(Whodunit.report(recording)).process("proxy");
        assertThat(process.get("lost").getAsLong()).as("samples whose labels were lost")
                .isLessThan(process.get("samples").getAsLong() / 100);

        JsonObject clock = JsonParser.parseString(Files.readString(counted)).getAsJsonObject();
        Map<String, Double> spent = new TreeMap<>(), sampled = new TreeMap<>();
        Map<String, Long> samples = handlers(recording);
        PHASES.forEach((phase, path) -> {
            spent.put(phase, clock.getAsJsonObject(phase).get("ns").getAsDouble());
            sampled.put(phase, samples.getOrDefault(path, 0L).doubleValue());
        });
        System.out.printf("proxy, hits and misses: %d samples in %s, clock %s%n",
                samples.values().stream().mapToLong(n -> n).sum(), samples, clock);
        assertThat(share(sampled, HIT, MISS))
                .as("a hit's share of the CPU of both kinds, %s by the clock, %s", spent, sampled)
                .isCloseTo(share(spent, HIT, MISS), withinPercentage(5));
        assertThat(share(sampled, List.of("write_hit"), List.of("write_miss")))
                .as("share of write_reply on behalf of hits")
                .isCloseTo(share(spent, List.of("write_hit"), List.of("write_miss")), withinPercentage(5));
        assertThat(samples.keySet().stream().filter(p -> p.endsWith(" > write_reply"))).as("nodes of write_reply")
                .hasSize(2);
    }

    private static void reply(HttpExchange e) throws IOException {
        boolean hit = e.getRequestURI().getPath().startsWith("/hit");
        if (hit)
            e.getResponseHeaders().add("Cache-Control", "max-age=1000");
        byte[] body = hit ? HIT_BODY : MISS_BODY;
        e.sendResponseHeaders(200, body.length);
        e.getResponseBody().write(body);
    }

    private static double share(Map<String, Double> costs, List<String> of, List<String> others) {
        double part = of.stream().mapToDouble(costs::get).sum(), rest = others.stream().mapToDouble(costs::get).sum();
        return 100 * part / (part + rest);
    }

    /** Samples by path of handlers. */
    private Map<String, Long> handlers(Path recording) throws Exception {
        Map<String, Long> samples = new TreeMap<>();
        for (JsonElement e : Whodunit.graph(recording).getAsJsonArray("nodes")) {
            JsonObject node = e.getAsJsonObject();
            if (node.get("kind").getAsString().equals("handler"))
                samples.merge(path(node), node.get("samples").getAsLong(), Long::sum);
        }
        return samples;
    }

    /** Handlers by symbol alone; the one that is called when all is written belongs to the writing. */
    private static String path(JsonObject node) {
        return node.get("context").getAsString().replaceAll(" \\([^()]*\\+0x[0-9a-f]+\\)", "").replaceAll(" > written$",
                "");
    }

    @Test
    void stacksRunThroughThreeTiers() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                WebTier web = WebTier.start(directory, Whodunit.record(recording, "web"),
                        Path.of(System.getProperty("java.home")), true, db.url());
                Proxy proxy = Proxy.start(directory, Proxy.recorded(recording), "proxy",
                        web.url().replace("http://", ""))) {
            web.load(proxy.url(), 10);
            proxy.server.terminate();
            web.server.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        List<String> stacks = Whodunit.stacks(recording, directory);
        JsonObject graph = Whodunit.graph(recording);
        for (String type : WebTier.TYPES) {
            assertThat(report.requests(type)).as("requests of " + type).isEqualTo(20);
            assertThat(stacks).as("end-to-end stacks of " + type).anyMatch(line -> line.matches(type
                    + ";read_request.*;connect_origin.*;\\[web\\];.*Query\\$" + type + "\\.doGet;.*;\\[db\\];.*"));
            assertThat(graph.getAsJsonArray("nodes")).as("nodes of " + type)
                    .anyMatch(n -> n.getAsJsonObject().get("tier").getAsString().equals("db")
                            && n.getAsJsonObject().get("context").getAsString()
                                    .matches("read_request.* > connect_origin.* > " + type + "\\b.*"));
        }
        assertThat(report.unattributed("db").keySet()).noneMatch(reason -> reason.startsWith("unknown upstream"));
    }
}
