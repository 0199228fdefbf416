// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.KafkaBroker;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/**
 * A topic on a real broker between producer and consumer: whose the records are while the consumer's loop handles them.
 */
class KafkaTest {
    private static final int ROUNDS = 25;

    @TempDir
    Path directory;

    private KafkaBroker broker;

    @Test
    void recordsAreHandledForTheirSendersAndOthersByTopicAndGroup() throws Exception {
        assertThat(areHandled("handle", "orders (billing)")).contains("left on the thread: 0");
    }

    @Test
    void alsoByAConsumerWithoutAGroup() throws Exception {
        assertThat(areHandled("assigned", "orders")).contains("left on the thread: 0");
    }

    @Test
    void alsoByKafkaStreams() throws Exception {
        String said = areHandled("stream", "orders (billing)");
        for (String kind : List.of("cached", "joined", "suppressed", "timer", "windows"))
            assertThat(said).containsPattern("(?m)^" + kind + ": \\[[1-9]\\d*, 0]$");
    }

    private String areHandled(String how, String others) throws Exception {
        String said;
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                KafkaBroker started = KafkaBroker.start(directory)) {
            broker = started;
            Finished.run(orders(Whodunit.record(recording, "shop"), "send", Integer.toString(ROUNDS), "true"))
                    .checked();
            Finished.run(orders(List.of(), "send", Integer.toString(ROUNDS), "false")).checked();
            Finished handled = Finished.run(orders(Whodunit.record(recording, "billing"), how,
                    Integer.toString(4 * ROUNDS), db.url())).checked();
            said = handled.output();
            assertThat(handled.errors()).doesNotContain("whodunit:");
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Map<String, Integer> units = Map.of("small order", 1, "big order", 3, others, 4);
        long all = units.keySet().stream().mapToLong(t -> report.samples(t, "db")).sum();
        units.forEach((type, n) -> {
            assertThat(report.requests(type)).as("requests of " + type).isEqualTo(n == 4 ? 2 * ROUNDS : ROUNDS);
            assertThat((double) report.samples(type, "db") / all).as(type).isBetween(0.7 * n / 8, 1.4 * n / 8);
        });
        Attribution.areBelow(Whodunit.stacks(recording, directory),
                Map.of("Orders.smallSent", "small order", "Orders.bigSent", "big order"));
        return said;
    }

    private List<String> orders(List<String> record, String command, String... arguments) {
        List<String> all = new ArrayList<>(record);
        all.addAll(KafkaBroker.java("whodunit.apps.kafka.Orders", command, Integer.toString(broker.port)));
        all.addAll(List.of(arguments));
        return all;
    }
}
