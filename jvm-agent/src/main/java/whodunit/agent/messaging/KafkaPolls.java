// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import whodunit.agent.boot.KafkaRecords;

/** KafkaConsumer.poll(…): what the thread did with the last record is over, and new ones are there. */
public final class KafkaPolls {
    private KafkaPolls() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        KafkaRecords.polls();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Consumer<?, ?> consumer, @Advice.Return ConsumerRecords<?, ?> records) {
        if (records == null || records.isEmpty())
            return;
        String group = KafkaRecords.groupOf(consumer);
        if (group == null) {
            try {
                group = consumer.groupMetadata().groupId();
            } catch (RuntimeException e) { // it has none
            }
            group = KafkaRecords.isIn(consumer, group);
        }
        KafkaRecords.polled(records, group);
    }
}
