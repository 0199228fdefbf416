// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.declaresMethod;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/** Netty 4: tasks of event loops and other executors, also scheduled ones. */
final class NettyExecutors implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.netty.util.concurrent.SingleThreadEventExecutor")
                        .advise(named("addTask").and(takesArguments(1)), "TaskSubmitted"),
                InstrumentedClass.named("io.netty.util.concurrent.AbstractEventExecutor")
                        .adviseIfPresent(named("runTask").and(takesArguments(1)), "ArgumentRuns")
                        // before 4.1.81; then it calls runTask
                        .adviseIfPresent(named("safeExecute").and(takesArguments(1))
                                .and(isDeclaredBy(not(declaresMethod(named("runTask"))))), "ArgumentRuns"),
                // what submit() and schedule() make: may be handed over again before it is due, and be periodic
                InstrumentedClass.named("io.netty.util.concurrent.PromiseTask")
                        .advise(isConstructor(), "TaskCreated")
                        .adviseIfPresent(named("runTask").and(takesArguments(0)), "TaskRunsAgain"),
                InstrumentedClass.named("io.netty.util.concurrent.GlobalEventExecutor")
                        .advise(named("addTask").and(takesArguments(1)), "TaskSubmitted"),
                InstrumentedClass.named(
                        "io.netty.util.concurrent.NonStickyEventExecutorGroup$NonStickyOrderedEventExecutor")
                        .advise(named("execute").and(takesArguments(1)), "TaskSubmitted"));
    }
}
