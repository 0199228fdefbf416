// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.StreamedRecords;

/** StreamTask.process(...) of Kafka Streams: it takes a record, if there is one, and processes it. */
public final class KafkaStreamStep {
    private KafkaStreamStep() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        StreamedRecords.begins();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
        StreamedRecords.ends();
    }
}
