// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Clojure: an action that was sent to an agent is its sender's, although the action before it hands it to the pool; a
 * go block of core.async is of who has started it, whoever puts what it waits for.
 */
public final class Clojure implements Instrumentation {
    private static final String ASYNC = "clojure.core.async.impl.";

    /** A function of a namespace is a class with this method. */
    private static final ElementMatcher<MethodDescription> FUNCTION = ElementMatchers
            .<MethodDescription>named("invokeStatic").and(takesArguments(1));

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("clojure.lang.Agent$Action")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("execute").or(named("run")).and(takesArguments(0)), "advice.TaskGoesOn"),
                InstrumentedClass.named(ASYNC + "ioc_macros$run_state_machine_wrapped")
                        .advise(FUNCTION, "coroutines.GoBlockRuns"),
                InstrumentedClass.named(ASYNC + "dispatch$run").advise(FUNCTION, "coroutines.GoBlockResumes"));
    }
}
