// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/** Kotlin coroutines: a continuation runs under the context of the coroutine that made it, whoever resumes it. */
final class Coroutines implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("kotlinx.coroutines.DispatchedTask")
                        .advise(isConstructor(), "TaskCreated")
                        .advise(named("run").and(takesArguments(0)), "TaskRunsAgain"));
    }
}
