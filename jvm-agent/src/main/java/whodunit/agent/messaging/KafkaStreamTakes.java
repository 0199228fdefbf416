// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.StreamedRecords;

/** PartitionGroup.nextRecord(...) of Kafka Streams. */
public final class KafkaStreamTakes {
    private KafkaStreamTakes() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Return Object stamped) {
        StreamedRecords.taken(stamped);
    }
}
