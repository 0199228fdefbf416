// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** GraphInterpreterShell.processEvent(event, …), where steps may wait that the last event had no time for. */
public final class StreamGoesOn {
    private StreamGoesOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue("resumeScheduled") boolean waits) {
        if (waits)
            QueueHandover.oldStepsWait();
    }
}
