// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Fork-join tasks, and so parallel streams. */
public final class ForkJoin implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("java.util.concurrent.ForkJoinTask")
                .advise(isConstructor(), "advice.TaskCreated")
                .advise(named("doExec"), "advice.TaskRuns"));
    }
}
