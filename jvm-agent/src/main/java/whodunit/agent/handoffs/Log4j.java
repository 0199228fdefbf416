// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Log4j's asynchronous loggers: what their thread writes is written for who has logged it. */
public final class Log4j implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("org.apache.logging.log4j.core.async.RingBufferLogEvent")
                .advise(named("setValues"), "advice.TaskCreated")
                .advise(named("execute").and(takesArguments(1)), "advice.TaskRuns"));
    }
}
