// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * ThreadPoolExecutor, what submit() and schedule() make, executors and structured scopes with a thread for each task.
 */
public final class ThreadPools implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("java.util.concurrent.FutureTask")
                        .advise(isConstructor(), "jdk.FutureTaskCreated")
                        .advise(named("run").or(named("runAndReset")), "jdk.FutureTaskRuns"),
                InstrumentedClass.named("java.util.concurrent.ThreadPoolExecutor")
                        .advise(named("execute"), "advice.TaskSubmitted")
                        .advise(named("reject"), "jdk.TaskRejected")
                        .advise(named("remove"), "jdk.TaskRemoved")
                        .advise(named("drainQueue"), "advice.QueuePauses") // shutdownNow() takes tasks to return them
                        .advise(named("getTask"), "advice.WorkerTakes"),
                InstrumentedClass.named("java.util.concurrent.ScheduledThreadPoolExecutor")
                        .advise(named("scheduleAtFixedRate").or(named("scheduleWithFixedDelay")),
                                "jdk.PeriodicTaskScheduled"),
                InstrumentedClass.named("java.util.concurrent.ThreadPoolExecutor$Worker")
                        .advise(named("run"), "jdk.WorkerRuns"),
                InstrumentedClass.named("java.util.concurrent.ThreadPerTaskExecutor$TaskRunner")
                        .advise(isConstructor(), "jdk.TaskRunnerCreated")
                        .advise(named("run"), "advice.TaskRuns"),
                subtask("StructuredTaskScopeImpl"),
                subtask("StructuredTaskScope")); // before JDK 25
    }

    private static InstrumentedClass subtask(String scope) {
        return InstrumentedClass.named("java.util.concurrent." + scope + "$SubtaskImpl")
                .adviseIfPresent(isConstructor(), "advice.TaskCreated")
                .adviseIfPresent(named("run").and(takesArguments(0)), "advice.TaskRuns");
    }
}
