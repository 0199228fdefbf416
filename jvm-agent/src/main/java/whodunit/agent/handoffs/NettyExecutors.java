// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.declaresMethod;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Netty 4: tasks of event loops and other executors, also scheduled ones; listeners of promises, which are told by
 * whoever completes those.
 */
public final class NettyExecutors implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.netty.util.concurrent.SingleThreadEventExecutor")
                        .advise(named("addTask").and(takesArguments(1)), "advice.TaskSubmitted"),
                InstrumentedClass.named("io.netty.util.concurrent.AbstractEventExecutor")
                        .adviseIfPresent(named("runTask").and(takesArguments(1)), "handoffs.ArgumentRuns")
                        // before 4.1.81; then it calls runTask
                        .adviseIfPresent(named("safeExecute").and(takesArguments(1))
                                .and(isDeclaredBy(not(declaresMethod(named("runTask"))))), "handoffs.ArgumentRuns"),
                // what submit() and schedule() make: may be handed over again before it is due, and be periodic
                InstrumentedClass.named("io.netty.util.concurrent.PromiseTask")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .adviseIfPresent(named("runTask").and(takesArguments(0)), "advice.TaskRunsAgain"),
                InstrumentedClass.named("io.netty.util.concurrent.GlobalEventExecutor")
                        .advise(named("addTask").and(takesArguments(1)), "advice.TaskSubmitted"),
                InstrumentedClass.named(
                        "io.netty.util.concurrent.NonStickyEventExecutorGroup$NonStickyOrderedEventExecutor")
                        .advise(named("execute").and(takesArguments(1)), "advice.TaskSubmitted"),
                InstrumentedClass.named("io.netty.util.concurrent.DefaultPromise")
                        .adviseIfPresent(named("addListener0").and(takesArguments(1)), "handoffs.ListenerAdded")
                        .adviseIfPresent(named("removeListener0").and(takesArguments(1)), "handoffs.ListenerRemoved")
                        .adviseIfPresent(named("notifyListenersNow").and(takesArguments(0)), "advice.DoneForNobody")
                        .adviseIfPresent(named("notifyListener0").and(takesArguments(2)), "handoffs.ArgumentTold"));
    }
}
