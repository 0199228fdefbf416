// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;

/** Fork-join tasks, and so parallel streams. */
final class ForkJoin implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("java.util.concurrent.ForkJoinTask")
                .advise(isConstructor(), "TaskCreated")
                .advise(named("doExec"), "TaskRuns"));
    }
}
