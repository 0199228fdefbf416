// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Pools with queues of their own: JBoss Threads (WildFly, Quarkus, Undertow's workers), Jetty's, Grizzly's. Their own
 * libraries' tasks in them are nobody's. What waits in a bulkhead of SmallRye's is begun by whoever leaves it, for who
 * has come.
 */
public final class LibraryPools implements Instrumentation {
    private static final String JBOSS = "org.jboss.threads.EnhancedQueueExecutor";
    private static final String GRIZZLY = "org.glassfish.grizzly.threadpool.SyncThreadPool";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(JBOSS)
                        .advise(named("execute").and(takesArguments(1)), "handoffs.LibraryTaskSubmitted")
                        .adviseIfPresent(nameStartsWith("schedule").and(takesArgument(0, Runnable.class)),
                                "advice.ArgumentCarried")
                        .adviseIfPresent(named("safeRun").and(takesArguments(1)), "handoffs.ArgumentRuns"),
                InstrumentedClass.named(JBOSS + "$Task") // from 3.5 on, instead of safeRun
                        .advise(named("run").and(takesArguments(0)), "handoffs.DelegateRuns"),
                InstrumentedClass.named("org.eclipse.jetty.util.thread.QueuedThreadPool")
                        .advise(named("execute").and(takesArguments(1)), "handoffs.LibraryTaskSubmitted")
                        .advise(named("runJob").and(takesArguments(1)), "handoffs.ArgumentRuns"),
                InstrumentedClass.named(GRIZZLY)
                        .advise(named("execute").and(takesArguments(1)), "handoffs.LibraryTaskSubmitted"),
                InstrumentedClass.named(GRIZZLY + "$SyncThreadWorker")
                        .advise(named("getTask").and(takesArguments(0)), "advice.WorkerTakes"),
                InstrumentedClass.named("io.smallrye.faulttolerance.core.bulkhead.Bulkhead$BulkheadTask")
                        .adviseIfPresent(isConstructor(), "advice.TaskCreated")
                        .adviseIfPresent(named("run").and(takesArguments(0)), "advice.TaskGoesOn"));
    }
}
