// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** java.util.Timer: a task runs under the context in which it was scheduled. */
public final class Timers implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("java.util.Timer").advise(named("sched"), "jdk.TimerSchedules"),
                InstrumentedClass.named("java.util.TaskQueue")
                        .advise(named("removeMin"), "jdk.TimerTaskRemoved")
                        .advise(named("rescheduleMin"), "jdk.TimerTaskRescheduled")
                        .advise(named("isEmpty"), "jdk.TimerLooks"));
    }
}
