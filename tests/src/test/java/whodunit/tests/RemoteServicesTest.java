// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.harness.ServerProcess;
import whodunit.tests.run.Finished;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/** Services of Apache Dubbo and Apache Thrift, each method of which has a function of its own. */
class RemoteServicesTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"dubbo", "tri"})
    void dubbosCallsAreTheirCallersAndElseNamedByMethod(String protocol) throws Exception {
        Path recording = directory.resolve("rec");
        try (Open shop = open(recording, "dubbo", protocol)) {
            String alone = shop.clients(List.of(), ROUNDS, "false");
            assertThat(alone.lines()).hasSize(3 * ROUNDS);
            assertThat(shop.clients(Whodunit.record(recording, "client"), ROUNDS, "true").lines())
                    .containsExactlyInAnyOrderElementsOf(alone.lines().toList());
            assertThat(shop.server.log()).doesNotContain("whodunit:");
            shop.server.terminate();
        }
        String service = "whodunit.apps.dubbo.Orders/";
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS,
                List.of("small order", "big order", "late order", service + "small", service + "big",
                        service + "later"));
        List<String> stacks = Whodunit.stacks(recording, directory);
        areBelow(stacks, "Shop.inSmall", "small order;", service + "small;");
        areBelow(stacks, "Shop.inBig", "big order;", service + "big;");
        areBelow(stacks, "Shop.inPool", "late order;", service + "later;");
        Attribution.areBelow(stacks, Map.of("Shop.laterCame", "late order"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool", "selector"})
    void thriftsCallsAreNamedByMethod(String kind) throws Exception {
        Path recording = directory.resolve("rec");
        try (Open shop = open(recording, "thrift", kind)) {
            assertThat(shop.clients(List.of(), ROUNDS).lines()).hasSize(4 * ROUNDS);
            assertThat(shop.server.log()).doesNotContain("whodunit:");
            shop.server.terminate();
        }
        String small = "whodunit.apps.thrift.Orders/small", big = "whodunit.apps.thrift.Orders/big";
        Attribution.areCounted(new Report(Whodunit.report(recording)), 2 * ROUNDS, List.of(small, big));
        Attribution.areBelow(Whodunit.stacks(recording, directory),
                Map.of("Orders.inSmall", small, "Orders.inBig", big));
    }

    /** Samples of the method are there under each of the types, and under no other. */
    private static void areBelow(List<String> stacks, String method, String... types) {
        List<String> ofMethod = stacks.stream().filter(line -> line.contains(method)).toList();
        for (String type : types)
            assertThat(ofMethod).as(method).anyMatch(line -> line.startsWith(type));
        assertThat(ofMethod).as(method).allMatch(line -> List.of(types).stream().anyMatch(line::startsWith));
    }

    /** A shop that is open, with the words that name it. */
    private record Open(Server server, String module, String kind, int port) implements AutoCloseable {
        String clients(List<String> record, int rounds, String... more) throws Exception {
            List<String> command = command(record, module, "client", kind, port);
            command.add(Integer.toString(rounds));
            command.addAll(List.of(more));
            Finished run = Finished.run(command).checked();
            assertThat(run.errors()).doesNotContain("whodunit: warning").doesNotContain("Exception");
            return run.output().lines().filter(line -> line.contains("please"))
                    .collect(java.util.stream.Collectors.joining("\n"));
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private Open open(Path recording, String module, String kind) throws Exception {
        int port = ServerProcess.freePort();
        Server server = new Server(command(Whodunit.record(recording, "service"), module, "server", kind, port),
                directory.resolve("service.log"));
        server.await(() -> server.log().contains("the shop is open"));
        return new Open(server, module, kind, port);
    }

    private static List<String> command(List<String> record, String module, String role, String kind, int port) {
        List<String> command = new ArrayList<>(record);
        command.addAll(List.of(Jdk.java(17), "-cp",
                JavaApp.classPath("java-apps/" + module) + ":" + Whodunit.LIB.resolve("whodunit-api.jar"),
                "whodunit.apps." + module + ".Shop", role, kind, Integer.toString(port)));
        return command;
    }
}
