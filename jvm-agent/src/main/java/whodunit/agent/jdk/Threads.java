// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Thread.start(), and sleep. That a platform thread begins, the native half is told (native/thread_propagation.c). */
public final class Threads implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        InstrumentedClass thread = InstrumentedClass.named("java.lang.Thread")
                .advise(named("start").and(takesArguments(0)), "jdk.ThreadStarts");
        if (Runtime.version().feature() >= 21) // before, it is native (native/sleeps.c)
            thread = thread.advise(named("sleep"), "jdk.ThreadSleeps");
        return List.of(
                thread,
                InstrumentedClass.named("java.lang.VirtualThread")
                        .adviseIfPresent(named("start").and(takesArguments(0)), "jdk.ThreadStarts")
                        .adviseIfPresent(named("run").and(takesArguments(1)), "jdk.VirtualThreadRuns")
                        .adviseIfPresent(named("mount").and(takesArguments(0)), "jdk.VirtualThreadMounts")
                        .adviseIfPresent(named("unmount").and(takesArguments(0)), "jdk.VirtualThreadUnmounts"));
    }
}
