// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadPropagation;

/** Timer.sched(task, time, period), which all of schedule() come to. */
public final class TimerSchedules {
    private TimerSchedules() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object task, @Advice.Argument(2) long period) {
        ThreadPropagation.scheduled(task, period);
    }
}
