// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadPropagation;

/** java.util.TaskQueue.isEmpty(): the timer's loop begins anew. */
public final class TimerLooks {
    private TimerLooks() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        ThreadPropagation.timerLooks();
    }
}
