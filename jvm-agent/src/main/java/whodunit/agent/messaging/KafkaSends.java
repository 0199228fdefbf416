// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import whodunit.agent.boot.KafkaRecords;

/** KafkaProducer.send(record, callback), on the thread that sends. */
public final class KafkaSends {
    private KafkaSends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) ProducerRecord<?, ?> record) {
        Header present = record.headers().lastHeader("baggage");
        byte[] baggage = KafkaRecords.header(present == null ? null : present.value());
        if (baggage != null)
            record.headers().remove("baggage").add("baggage", baggage);
    }
}
