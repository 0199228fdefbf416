// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadPropagation;

/** java.util.TaskQueue.removeMin(): the first task is at 1. The timer's thread runs it next, or it was cancelled. */
public final class TimerTaskRemoved {
    private TimerTaskRemoved() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue("queue") Object[] tasks) {
        ThreadPropagation.timerRuns(tasks[1], true);
    }
}
