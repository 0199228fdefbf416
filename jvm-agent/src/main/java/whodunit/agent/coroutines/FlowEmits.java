// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/** SharedFlowImpl.tryEmitLocked(value): whoever emits comes here, and waits with what it got here. */
public final class FlowEmits {
    private FlowEmits() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object flow, @Advice.Argument(0) Object value,
            @Advice.FieldValue("replayIndex") long replay, @Advice.FieldValue("minCollectorIndex") long collected,
            @Advice.FieldValue("bufferSize") int buffered, @Advice.FieldValue("queueSize") int queued) {
        SharedFlows.emits(flow, Math.min(replay, collected) + buffered + queued, value);
    }
}
