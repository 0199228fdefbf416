// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import java.util.List;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.KafkaBatch;

/** Spring Kafka: ListenerConsumer.doInvokeBatchOnMessage(records, list), which hands the list to a listener. */
public final class KafkaBatches {
    private KafkaBatches() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static KafkaBatch enter(@Advice.Argument(0) Object records,
            @Advice.Argument(value = 1, readOnly = false) List<?> list) throws ReflectiveOperationException {
        KafkaBatch batch = KafkaBatch.begin(records, list);
        if (batch != null)
            list = batch.handled(list);
        return batch;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter KafkaBatch batch) {
        if (batch != null)
            batch.end();
    }
}
