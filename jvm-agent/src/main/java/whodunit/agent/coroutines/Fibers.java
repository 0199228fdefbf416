// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isPublic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Fibers of cats-effect 3 and ZIO 2, executions of Ratpack: one goes on for whom its maker has worked, on whatever
 * thread, and whoever resumes it.
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
                InstrumentedClass.named("zio.internal.FiberRuntime")
                        .advise(isConstructor(), "coroutines.FiberCreated")
                        .advise(named("start"), "coroutines.FiberRuns")
                        .advise(named("evaluateMessageWhileSuspended"), "coroutines.FiberRuns")
                        // what resumes it, or tells it something, comes in a queue of the JDK's
                        .advise(named("tell"), "advice.QueuePauses")
                        .adviseIfPresent(named("drainQueueWhileRunning").or(named("drainQueueAfterAsync")),
                                "advice.QueuePauses"),
                InstrumentedClass.named("zio.internal.ZScheduler")
                        .adviseIfPresent(nameStartsWith("submit").and(takesArgument(0, Runnable.class))
                                .and(isPublic()), "coroutines.PlainTaskSubmitted"),
                InstrumentedClass.named("ratpack.exec.internal.DefaultExecution")
                        .advise(isConstructor(), "coroutines.FiberCreated")
                        .adviseIfPresent(named("drain").and(takesArguments(0)), "coroutines.FiberRuns"));
    }
}
