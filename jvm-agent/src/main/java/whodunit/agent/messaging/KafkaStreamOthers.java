// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.StreamedRecords;

/** What Kafka Streams does on the occasion of a record, and not for it alone. */
public final class KafkaStreamOthers {
    private KafkaStreamOthers() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return StreamedRecords.othersBegin();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        StreamedRecords.othersEnd(before);
    }
}
