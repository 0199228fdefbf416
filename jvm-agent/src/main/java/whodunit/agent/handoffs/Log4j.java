// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.isSynthetic;
import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Log4j's asynchronous loggers, all or some: what their thread writes is written for who has logged it. */
public final class Log4j implements Instrumentation {
    private static final String ASYNC = "org.apache.logging.log4j.core.async.";
    private static final ElementMatcher<TypeDescription> EVENT = nameEndsWith("$Log4jEventWrapper");
    private static final ElementMatcher<MethodDescription> FILLS = ElementMatchers
            .<MethodDescription>takesArguments(4).and(takesArgument(0, EVENT));

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(ASYNC + "RingBufferLogEvent")
                        .advise(named("setValues"), "advice.TaskCreated")
                        .advise(named("execute").and(takesArguments(1)), "advice.TaskRuns"),
                InstrumentedClass.named(ASYNC + "AsyncLoggerConfigDisruptor") // its translators are lambdas
                        .adviseIfPresent(isSynthetic().and(FILLS), "advice.ArgumentWaits"),
                InstrumentedClass.nestedIn(ASYNC + "AsyncLoggerConfigDisruptor")
                        .adviseIfPresent(named("translateTo").and(FILLS), "advice.ArgumentWaits"),
                InstrumentedClass.named(ASYNC + "AsyncLoggerConfigDisruptor$Log4jEventWrapperHandler")
                        .adviseIfPresent(named("onEvent").and(takesArgument(0, EVENT)), "handoffs.ArgumentRuns"));
    }
}
