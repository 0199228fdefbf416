// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.ServerProcess;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/**
 * A topic on a real broker between producer and consumer: whose the records are while the consumer's loop handles them.
 */
class KafkaTest {
    private static final int ROUNDS = 25;

    @TempDir
    Path directory;

    private int port;

    @Test
    void recordsAreHandledForTheirSendersAndOthersByTopicAndGroup() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db")); Server broker = broker()) {
            Finished.run(orders(Whodunit.record(recording, "shop"), "send", Integer.toString(ROUNDS), "true"))
                    .checked();
            Finished.run(orders(List.of(), "send", Integer.toString(ROUNDS), "false")).checked();
            Finished handled = Finished.run(orders(Whodunit.record(recording, "billing"), "handle",
                    Integer.toString(4 * ROUNDS), db.url())).checked();
            assertThat(handled.output()).contains("left on the thread: 0");
            assertThat(handled.errors()).doesNotContain("whodunit:");
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Map<String, Integer> units = Map.of("small order", 1, "big order", 3, "orders (billing)", 4);
        long all = units.keySet().stream().mapToLong(t -> report.samples(t, "db")).sum();
        units.forEach((type, n) -> {
            assertThat(report.requests(type)).as("requests of " + type).isEqualTo(n == 4 ? 2 * ROUNDS : ROUNDS);
            assertThat((double) report.samples(type, "db") / all).as(type).isBetween(0.7 * n / 8, 1.4 * n / 8);
        });
    }

    private Server broker() throws Exception {
        port = ServerProcess.freePort();
        int controller = ServerProcess.freePort();
        Path settings = directory.resolve("broker.properties");
        Files.write(settings, List.of("process.roles=broker,controller", "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + controller, "controller.listener.names=CONTROLLER",
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs=" + directory.resolve("log"), "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1", "group.initial.rebalance.delay.ms=0"));
        Finished.run(java("kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c",
                settings.toString())).checked();
        Server broker = new Server(java("kafka.Kafka", settings.toString()), directory.resolve("broker.log"));
        broker.await(() -> {
            try (Socket s = new Socket("127.0.0.1", port)) {
                return s.isConnected();
            }
        });
        return broker;
    }

    private List<String> orders(List<String> record, String command, String... arguments) {
        List<String> all = new ArrayList<>(record);
        all.addAll(java("whodunit.apps.kafka.Orders", command, Integer.toString(port)));
        all.addAll(List.of(arguments));
        return all;
    }

    private static List<String> java(String main, String... arguments) {
        Path target = Whodunit.HOME.resolve("java-apps/kafka/target");
        List<String> command = new ArrayList<>(List.of(Jdk.java(17), "-Xmx256m", "-cp", target.resolve("classes") + ":"
                + target.resolve("lib") + "/*:" + Whodunit.LIB.resolve("whodunit-api.jar"), main));
        command.addAll(List.of(arguments));
        return command;
    }
}
