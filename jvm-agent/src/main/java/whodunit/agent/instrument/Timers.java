// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;

/** java.util.Timer: a task runs under the context in which it was scheduled. */
final class Timers implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("java.util.Timer").advise(named("sched"), "TimerSchedules"),
                InstrumentedClass.named("java.util.TaskQueue")
                        .advise(named("removeMin"), "TimerTaskRemoved")
                        .advise(named("rescheduleMin"), "TimerTaskRescheduled")
                        .advise(named("isEmpty"), "TimerLooks"));
    }
}
