// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Fibers of cats-effect 3, executions of Ratpack: one goes on for whom its maker has worked, on whatever thread, and
 * whoever resumes it.
 */
public final class Fibers implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("cats.effect.IOFiber")
                        .advise(isConstructor(), "coroutines.FiberCreated")
                        .advise(named("run").and(takesArguments(0)), "coroutines.FiberRuns"),
                // from 3.6 on it takes another thread for the others out of a queue
                InstrumentedClass.named("cats.effect.unsafe.WorkerThread")
                        .adviseIfPresent(named("prepareForBlocking").and(takesArguments(0)), "advice.QueuePauses"),
                InstrumentedClass.named("ratpack.exec.internal.DefaultExecution")
                        .advise(isConstructor(), "coroutines.FiberCreated")
                        .adviseIfPresent(named("drain").and(takesArguments(0)), "coroutines.FiberRuns"));
    }
}
