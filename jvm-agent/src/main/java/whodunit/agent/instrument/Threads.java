// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/** Thread.start(). That a platform thread begins, the native half is told by the JVM (native/thread_propagation.c). */
final class Threads implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("java.lang.Thread")
                        .advise(named("start").and(takesArguments(0)), "ThreadStarts"),
                InstrumentedClass.named("java.lang.VirtualThread")
                        .adviseIfPresent(named("start").and(takesArguments(0)), "ThreadStarts")
                        .adviseIfPresent(named("run").and(takesArguments(1)), "VirtualThreadRuns")
                        .adviseIfPresent(named("mount").and(takesArguments(0)), "VirtualThreadMounts")
                        .adviseIfPresent(named("unmount").and(takesArguments(0)), "VirtualThreadUnmounts"));
    }
}
