// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.ServerProcess;
import whodunit.tests.run.Finished;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/** gRPC, both sides: the caller's transaction goes on in the service; without one, methods are types. */
class GrpcTest {
    private static final int ROUNDS = 25;
    private static final String TRACED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @TempDir
    Path directory;

    @Test
    void callsCarryTheirCallersContextAndMethodsAreTypes() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                Server service = start(recording, db.url())) {
            Finished.run(client(Whodunit.record(recording, "client"), true)).checked();
            Finished.run(client(List.of(), false)).checked();
            assertThat(service.log()).doesNotContain("whodunit:");
            service.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Map<String, Integer> units = Map.of("small order", 1, "big order", 3, "acme.Shop/Small", 1, "acme.Shop/Big", 3);
        long all = units.keySet().stream().mapToLong(t -> report.samples(t, "db")).sum();
        units.forEach((type, n) -> {
            assertThat(report.requests(type)).as("requests of " + type).isEqualTo(ROUNDS);
            assertThat((double) report.samples(type, "db") / all).as(type).isBetween(0.7 * n / 8, 1.4 * n / 8);
        });
        assertThat((double) all / report.connectionSamples("db")).isGreaterThan(0.97);
        assertThat(report.traceparents()).isEqualTo(Map.of("acme.Shop/Small", TRACED, "acme.Shop/Big", TRACED));
    }

    @Test
    void callsThatWaitForAChannelAndObserversAreTheirCallers() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                Server service = start(recording, db.url())) {
            Finished run = Finished.run(command(Whodunit.record(recording, "client"), "observer",
                    Integer.toString(port), Integer.toString(ROUNDS))).checked();
            assertThat(run.errors()).doesNotContain("Exception");
            service.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, List.of("small order", "big order"));
        double small = report.samples("small order", "db"), big = report.samples("big order", "db");
        assertThat(small / (small + big)).isBetween(0.7 / 4, 1.4 / 4);
        Attribution.areBelow(Whodunit.stacks(recording, directory),
                Map.of("Shop.smallCame", "small order", "Shop.bigCame", "big order"));
    }

    private int port;

    private Server start(Path recording, String url) throws Exception {
        port = ServerProcess.freePort();
        Server service = new Server(command(Whodunit.record(recording, "service"), "server", Integer.toString(port),
                url), directory.resolve("service.log"));
        return service;
    }

    private List<String> client(List<String> record, boolean transactions) {
        return command(record, "client", Integer.toString(port), Integer.toString(ROUNDS),
                Boolean.toString(transactions), TRACED);
    }

    private static List<String> command(List<String> record, String... arguments) {
        List<String> command = new ArrayList<>(record);
        command.addAll(List.of(Jdk.java(17), "-cp",
                JavaApp.classPath("java-apps/grpc") + ":" + Whodunit.LIB.resolve("whodunit-api.jar"),
                "whodunit.apps.grpc.Shop"));
        command.addAll(List.of(arguments));
        return command;
    }
}
