// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jobs;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Jobs of Quartz and Spring Batch, by their names, and what enters Camel for nobody, by its route. */
public final class Jobs implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.quartz.core.JobRunShell")
                        .advise(named("run").and(takesArguments(0)), "jobs.QuartzRuns"),
                InstrumentedClass.named("org.springframework.batch.core.job.AbstractJob")
                        .advise(named("execute").and(takesArguments(1)), "jobs.BatchJobRuns"),
                InstrumentedClass.named("org.apache.camel.impl.engine.CamelInternalProcessor")
                        .adviseIfPresent(named("addRouteInflightRepositoryAdvice"), "jobs.CamelRouteBegins")
                        .advise(named("process").and(takesArguments(2)), "jobs.CamelRouteRuns"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
