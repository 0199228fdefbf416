// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.ServerProcess;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Recording;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/** Event-driven servers, recorded by the commands: their CPU time is split by the path of handlers. */
class EventsTest {
    private static final Path EXAMPLE = Whodunit.HOME.resolve("examples/epoll-server");

    @TempDir
    Path directory;

    /** The example is its own oracle: only on_sum works, and it is reached in one way. */
    @Test
    void aLoopOfOnesOwnWithTheExamplesPatch() throws Exception {
        Path source = directory.resolve("server.c"), program = directory.resolve("server"),
                recording = directory.resolve("rec");
        Finished.run(List.of("patch", "-o", source.toString(), EXAMPLE.resolve("server.c").toString(),
                EXAMPLE.resolve("contexts.patch").toString())).checked();
        Path dist = Whodunit.LIB.getParent();
        Finished.run(List.of("cc", "-Wall", "-Werror", "-O2", "-I" + dist.resolve("include"), source.toString(),
                "-L" + Whodunit.LIB,
                "-lwhodunit", "-Wl,-rpath," + Whodunit.LIB, "-o", program.toString())).checked();
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(Whodunit.record(recording, "own"));
        command.addAll(List.of(program.toString(), Integer.toString(port)));
        try (Server server = new Server(command, directory.resolve("server.log"))) {
            server.await(() -> say(port, List.of("get nothing")).equals(List.of("none")));
            long end = System.nanoTime() + 4_000_000_000L;
            while (System.nanoTime() < end)
                assertThat(say(port, List.of("set k v", "get k", "sum 30000000", "get k"))).startsWith("stored", "v")
                        .endsWith("v");
            Recording.awaitFinished(recording, "own", 1);
            server.kill();
        }
        Map<String, Long> samples = samples(recording, "own");
        long all = samples.values().stream().mapToLong(Long::longValue).sum();
        assertThat(samples.get("on_accept > on_request > on_sum")).as(samples.toString()).isGreaterThan(all * 9 / 10);
        assertThat(samples.keySet()).as("no other path than these").isSubsetOf("on_accept", "on_accept > on_request",
                "on_accept > on_request > on_answer", "on_accept > on_request > on_sum",
                "on_accept > on_request > on_sum > on_answer",
                "(thread without a transaction)", "(background thread)");
    }

    /**
     * One state machine serves memcached's connections, from accept to reply; its clock and its threads' wake-ups have
     * handlers of their own.
     */
    @Test
    void memcachedUnchanged() throws Exception {
        Path recording = directory.resolve("rec");
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(Whodunit.record(recording, "cache", "--libevent"));
        command.addAll(List.of("memcached", "-u", "root", "-l", "127.0.0.1", "-U", "0", "-p", Integer.toString(port)));
        try (Server server = new Server(command, directory.resolve("memcached.log"))) {
            server.await(() -> say(port, List.of("version")).get(0).startsWith("VERSION"));
            List<String> many = new ArrayList<>();
            for (int i = 0; i < 2000; i++)
                many.add("incr counter 1");
            assertThat(say(port, List.of("set counter 0 0 1\r\n1"))).containsExactly("STORED");
            long end = System.nanoTime() + 3_000_000_000L;
            long sum = 1;
            while (System.nanoTime() < end) {
                sum += many.size();
                assertThat(say(port, many)).endsWith(Long.toString(sum));
            }
            assertThat(server.terminate()).isZero();
        }
        Map<String, Long> samples = samples(recording, "cache");
        long all = samples.values().stream().mapToLong(Long::longValue).sum();
        String machine = samples.keySet().stream().max(Comparator.comparingLong(samples::get)).orElseThrow();
        assertThat(machine).as(samples.toString()).matches("memcached\\+0x[0-9a-f]+");
        assertThat(samples.get(machine)).as("all but the loop's own waiting, %s", samples).isGreaterThan(all * 2 / 3);
        assertThat(samples.keySet()).as("not below the handler that took the connection over from the accepting thread")
                .noneMatch(path -> path.endsWith(" > " + machine));
    }

    /** Samples of the tier by transaction type, and by reason in parentheses where there is none. */
    private static Map<String, Long> samples(Path recording, String tier) throws Exception {
        Report report = new Report(Whodunit.report(recording));
        Map<String, Long> samples = new TreeMap<>();
        report.json().getAsJsonArray("transactions").forEach(t -> {
            String type = t.getAsJsonObject().get("type").getAsString();
            samples.put(type, report.samples(type, tier));
        });
        report.unattributed(tier).forEach((reason, n) -> samples.put("(" + reason + ")", n));
        return samples;
    }

    /** Sends the lines one after the other if each has an answer of one line, all at once if there are many. */
    private static List<String> say(int port, List<String> lines) throws IOException {
        List<String> answers = new ArrayList<>();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            OutputStream out = socket.getOutputStream();
            int together = lines.size() > 100 ? lines.size() : 1;
            for (int i = 0; i < lines.size(); i += together) {
                out.write((String.join("\r\n", lines.subList(i, i + together)) + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                for (int k = 0; k < together; k++)
                    answers.add(in.readLine());
            }
        }
        return answers;
    }
}
