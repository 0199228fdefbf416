// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.MessageBroker;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/**
 * Queues on a broker between senders and RabbitMQ's consumers, bare and Spring's: whose each message is while it is
 * handled. Messages of one kind are handled by functions of their own.
 */
class RabbitTest {
    private static final int ROUNDS = 10;
    /** Each has that many small and big ones, and of no transaction; the last one has none of these. */
    private static final List<String> QUEUES = List.of("called", "first", "second", "simple", "direct");

    @TempDir
    Path directory;

    @Test
    void messagesAreHandledForTheirSendersAndOthersByQueue() throws Exception {
        String alone = handled(null);
        Path recording = directory.resolve("rec");
        assertThat(handled(recording)).isEqualTo(alone);
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, QUEUES.subList(1, QUEUES.size()));
        assertThat(report.requests("called")).isEqualTo(ROUNDS + 1); // and the one whose headers are full
        Attribution.areCounted(report, (QUEUES.size() + 1) * ROUNDS, List.of("small order", "big order"));
        List<String> stacks = Whodunit.stacks(recording, directory);
        Attribution.areBelow(stacks, Map.of("Orders.small;", "small order", "Orders.big;", "big order",
                "Orders.batch;", "batch")); // of both kinds at once
        assertThat(stacks).filteredOn(line -> line.contains("Orders.other;")).isNotEmpty()
                .allMatch(line -> QUEUES.contains(line.substring(0, line.indexOf(';'))));
    }

    @Test
    void whoIsToldOfAConfirmationGoesOnForWhoHasSent() throws Exception {
        try (MessageBroker broker = MessageBroker.start(directory, "rabbit", "Qpid Broker Ready",
                "whodunit.apps.rabbit.Broker")) {
            List<String> command = new ArrayList<>(Whodunit.record(directory.resolve("rec"), "shop"));
            command.addAll(broker.client("whodunit.apps.rabbit.Confirmed", Integer.toString(broker.port), "60"));
            assertThat(Finished.run(command).checked().output()).isEqualTo("wrong: 0\n");
        }
    }

    /** What the application sees of its messages. */
    private String handled(Path recording) throws Exception {
        try (MessageBroker broker = MessageBroker.start(directory, "rabbit", "Qpid Broker Ready",
                "whodunit.apps.rabbit.Broker")) {
            Finished.run(orders(recording, "shop", "send", broker, ROUNDS)).checked();
            Finished.run(orders(null, "", "other", broker, ROUNDS)).checked();
            Finished run = Finished.run(orders(recording, "billing", "handle", broker,
                    ROUNDS * (3 * QUEUES.size() + 2) + 1)).checked();
            assertThat(run.errors()).doesNotContain("whodunit:");
            return run.output();
        }
    }

    private static List<String> orders(Path recording, String tier, String command, MessageBroker broker, int count) {
        List<String> all = new ArrayList<>(recording == null ? List.of() : Whodunit.record(recording, tier));
        all.addAll(broker.client("whodunit.apps.rabbit.Orders", command, Integer.toString(broker.port),
                Integer.toString(count)));
        return all;
    }
}
