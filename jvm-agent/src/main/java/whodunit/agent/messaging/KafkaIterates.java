// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import java.util.Iterator;
import net.bytebuddy.asm.Advice;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import whodunit.agent.boot.KafkaRecords;

/** ConsumerRecords.iterator(). */
public final class KafkaIterates {
    private KafkaIterates() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object records,
            @Advice.Return(readOnly = false) Iterator<? extends ConsumerRecord<?, ?>> iterator) {
        iterator = KafkaRecords.iterator(records, iterator);
    }
}
