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
import whodunit.tests.run.Finished;
import whodunit.tests.run.MessageBroker;
import whodunit.tests.run.Whodunit;

/**
 * Queues on ActiveMQ's two brokers between senders and listeners of JMS, bare and Spring's: whose each message is while
 * it is handled. Messages of one kind are handled by functions of their own.
 */
class JmsTest {
    private static final int ROUNDS = 10;
    /** What arrives in the first one is passed on to the second. */
    private static final List<String> QUEUES = List.of("passed", "listened", "default", "simple");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"classic", "artemis"})
    void messagesAreHandledForTheirSendersAndOthersByQueue(String kind) throws Exception {
        String alone = handled(kind, null);
        Path recording = directory.resolve("rec");
        assertThat(handled(kind, recording)).isEqualTo(alone);
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, QUEUES);
        Attribution.areCounted(report, 3 * ROUNDS, List.of("small order", "big order"));
        List<String> stacks = Whodunit.stacks(recording, directory);
        Attribution.areBelow(stacks, Map.of("Orders.small;", "small order", "Orders.big;", "big order"));
        assertThat(stacks).filteredOn(line -> line.contains("Orders.other;")).isNotEmpty()
                .allMatch(line -> QUEUES.contains(line.substring(0, line.indexOf(';'))));
    }

    /** What the application sees of its messages. */
    private String handled(String kind, Path recording) throws Exception {
        try (MessageBroker broker = MessageBroker.start(directory, "jms", "ready", "whodunit.apps.jms.Broker", kind)) {
            Finished.run(orders(recording, "shop", "send", kind, broker, ROUNDS)).checked();
            Finished.run(orders(null, "", "other", kind, broker, ROUNDS)).checked();
            Finished run = Finished.run(orders(recording, "billing", "handle", kind, broker, 3 * 3 * ROUNDS)).checked();
            assertThat(run.errors()).doesNotContain("whodunit:");
            return run.output();
        }
    }

    private static List<String> orders(Path recording, String tier, String command, String kind, MessageBroker broker,
            int count) {
        List<String> all = new ArrayList<>(recording == null ? List.of() : Whodunit.record(recording, tier));
        all.addAll(broker.client("whodunit.apps.jms.Orders", command, kind, Integer.toString(broker.port),
                Integer.toString(count)));
        return all;
    }
}
