// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.harness.ServerProcess;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/**
 * The paper's figures 6 and 7 with a JVM on one side and messages/pair.c on the other. Only "foo" and "bar" pass
 * between them; whoever gets one works for it in a function of its own, or says what for.
 */
class JavaMessagesTest {
    private static final Path PAIR = Whodunit.HOME.resolve("build/runtime/tests/messages/messages_pair");
    private static final int ROUNDS = 60;

    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}, {1} by {2}, preloaded: {3}")
    @CsvSource({"17, stream, tcp, false", "25, channel, unix, true"})
    void aJvmWorksBelowItsCallersPath(int jdk, String how, String kind, boolean preloaded) throws Exception {
        List<String> stacks = serve(jdk, how, kind, preloaded);
        for (String[] way : new String[][] {{"foo", "Foo"}, {"bar", "Bar"}}) {
            List<String> work = stacks.stream().filter(s -> s.contains("Callee.worksFor" + way[1])).toList();
            assertThat(work).isNotEmpty().allMatch(s -> s.startsWith("served;[caller];")
                    && s.contains(";call;" + way[0] + ";ask;[callee];"));
        }
    }

    @Test
    void aVirtualThreadsWorkIsUnderNobodyElse() throws Exception {
        List<String> work = serve(25, "virtual", "tcp", false).stream().filter(s -> s.contains("Callee.worksFor"))
                .toList();
        assertThat(work).isNotEmpty().allMatch(s -> s.startsWith("served;[callee];"));
    }

    private List<String> serve(int jdk, String how, String kind, boolean preloaded) throws Exception {
        Path recording = directory.resolve("rec");
        String address = kind.equals("unix") ? directory.resolve("socket").toString()
                : Integer.toString(ServerProcess.freePort());
        List<String> callee = java(jdk, preloaded, recording, "callee", "Callee", address, how);
        try (Server server = new Server(callee, directory.resolve("callee.log"))) {
            server.await(() -> server.log().contains("ready"));
            List<String> caller = record(recording, "caller");
            caller.addAll(List.of(PAIR.toString(), "caller", kind, address, Integer.toString(ROUNDS)));
            Finished.run(caller).checked();
            assertThat(server.awaitEnd()).as(server.log()).isZero();
            assertThat(server.log()).doesNotContain("whodunit:");
        }
        return Whodunit.stacks(recording, directory);
    }

    @ParameterizedTest(name = "JDK {0}, preloaded: {1}")
    @CsvSource({"25, false", "17, true"})
    void aJvmsTransactionsGoOnInWhatItAsks(int jdk, boolean preloaded) throws Exception {
        Path recording = directory.resolve("rec");
        int port = ServerProcess.freePort();
        List<String> callee = record(recording, "callee");
        callee.addAll(List.of(PAIR.toString(), "callee", "tcp", Integer.toString(port)));
        try (Server server = new Server(callee, directory.resolve("callee.log"))) {
            Finished.run(java(jdk, preloaded, recording, "caller", "Caller", Integer.toString(port),
                    Integer.toString(ROUNDS))).checked();
            assertThat(server.awaitEnd()).as(server.log()).isZero();
            assertThat(server.log().lines().map(line -> line.split(" ")[1]).toList())
                    .as("what the callee has said for each context that it had").containsExactly("f", "b");
        }
        JsonObject json = Whodunit.report(recording);
        Report report = new Report(json);
        List<String> stacks = Whodunit.stacks(recording, directory);
        for (String type : List.of("foo", "bar")) {
            assertThat(stacks.stream().filter(s -> s.startsWith(type + ";") && s.contains(";[callee];")))
                    .as("at the caller's path").isNotEmpty()
                    .allMatch(s -> s.matches(type + ";\\[caller];.*Caller\\.main;.*Caller\\." + type + ";.*"));
            assertThat(report.samples(type, "callee")).as(type).isPositive();
            assertThat(messages(json, type)).as(type).isEqualTo(2 * ROUNDS);
        }
        assertThat(report.samples("foo", "callee")).as("takes three times as long")
                .isGreaterThan(report.samples("bar", "callee"));
    }

    @Test
    void whatOneThreadWritesForAnotherIsUnknown() throws Exception {
        Path recording = directory.resolve("rec");
        int port = ServerProcess.freePort();
        List<String> callee = record(recording, "callee");
        callee.addAll(List.of(PAIR.toString(), "callee", "tcp", Integer.toString(port)));
        try (Server server = new Server(callee, directory.resolve("callee.log"))) {
            Finished.run(java(17, false, recording, "caller", "SharedSocket", Integer.toString(port), "5")).checked();
            assertThat(server.awaitEnd()).as(server.log()).isZero();
            assertThat(server.log().lines().filter(line -> !line.startsWith("callee f ")))
                    .as("under which context it has worked for what foo's thread has written for bar").hasSize(2)
                    .allMatch(line -> line.matches("callee [bP] [0-9]+ a connection shared by several requests"));
        }
        JsonObject json = Whodunit.report(recording);
        assertThat(messages(json, "foo")).as("at most the one before it was known").isLessThanOrEqualTo(1);
        assertThat(messages(json, "bar")).isZero();
        assertThat(sum(json, "(a connection shared by several requests)", "unknown")).isPositive();
    }

    @Test
    void baggageIsStrongerThanTheSocket() throws Exception {
        Path recording = directory.resolve("rec");
        Finished.run(java(17, false, recording, "app", "Upstreams", directory.resolve("tomcat").toString(),
                Integer.toString(ServerProcess.freePort()), "20")).checked();
        List<String> stacks = Whodunit.stacks(recording, directory);
        for (String[] way : new String[][] {{"sent", "Sent"}, {"told", "Told"}})
            assertThat(stacks.stream().filter(s -> s.contains(".worksFor" + way[1]))).isNotEmpty()
                    .allMatch(s -> s.startsWith(way[0] + ";"));
    }

    /** What the callee has received for transactions of a type. */
    private static long messages(JsonObject report, String type) {
        return sum(report, type, "messages");
    }

    private static long sum(JsonObject report, String type, String count) {
        return report.getAsJsonArray("messages").asList().stream().map(JsonElement::getAsJsonObject)
                .filter(m -> m.get("to").getAsString().equals("callee")
                        && m.get("transaction").getAsString().equals(type))
                .mapToLong(m -> m.get(count).getAsLong()).sum();
    }

    /** The words in front of a program that is to be recorded. */
    private static List<String> record(Path recording, String tier) {
        return new ArrayList<>(Whodunit.record(recording, tier, "--messages", "on", "--interval", "1ms"));
    }

    /** A program of app/ in a recorded JVM: with the agent alone, or preloaded as well. */
    private static List<String> java(int jdk, boolean preloaded, Path recording, String tier, String main,
            String... arguments) {
        List<String> command = preloaded ? record(recording, tier) : new ArrayList<>();
        command.add(Jdk.java(jdk));
        if (!preloaded)
            command.add("-agentpath:" + Whodunit.LIB.resolve("libwhodunit.so") + "=dir=" + recording + ",tier=" + tier
                    + ",messages=on,interval=1ms");
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), "whodunit.tests.app." + main));
        command.addAll(List.of(arguments));
        return command;
    }
}
