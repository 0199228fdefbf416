// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/**
 * ThreadPoolExecutor, what submit() and schedule() make, and executors and structured scopes with a thread for each
 * task.
 */
final class ThreadPools implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("java.util.concurrent.FutureTask")
                        .advise(isConstructor(), "FutureTaskCreated")
                        .advise(named("run").or(named("runAndReset")), "FutureTaskRuns"),
                InstrumentedClass.named("java.util.concurrent.ThreadPoolExecutor")
                        .advise(named("execute"), "TaskSubmitted")
                        .advise(named("reject"), "TaskRejected")
                        .advise(named("remove"), "TaskRemoved")
                        .advise(named("drainQueue"), "QueuePauses") // shutdownNow() takes tasks to return them
                        .advise(named("getTask"), "WorkerTakes"),
                InstrumentedClass.named("java.util.concurrent.ThreadPoolExecutor$Worker")
                        .advise(named("run"), "WorkerRuns"),
                InstrumentedClass.named("java.util.concurrent.ThreadPerTaskExecutor$TaskRunner")
                        .advise(isConstructor(), "TaskRunnerCreated")
                        .advise(named("run"), "TaskRuns"),
                subtask("StructuredTaskScopeImpl"),
                subtask("StructuredTaskScope")); // before JDK 25
    }

    private static InstrumentedClass subtask(String scope) {
        return InstrumentedClass.named("java.util.concurrent." + scope + "$SubtaskImpl")
                .adviseIfPresent(isConstructor(), "TaskCreated")
                .adviseIfPresent(named("run").and(takesArguments(0)), "TaskRuns");
    }
}
