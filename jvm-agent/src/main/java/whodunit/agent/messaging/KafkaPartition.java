// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import whodunit.agent.boot.KafkaRecords;

/** ConsumerRecords.records(partition). */
public final class KafkaPartition {
    private KafkaPartition() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static <K, V> void exit(@Advice.This Object records, @Advice.Argument(0) Object partition,
            @Advice.Return(readOnly = false) List<ConsumerRecord<K, V>> list) {
        list = KafkaRecords.ofPartition(records, partition, list);
    }
}
