// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Logback's AsyncAppender: its worker takes many events from its queue at once, and writes each for who has logged it.
 */
public final class Logback implements Instrumentation {
    private static final String CORE = "ch.qos.logback.core.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CORE + "AsyncAppenderBase")
                        .advise(named("append").and(takesArguments(1)), "advice.ArgumentWaits"),
                InstrumentedClass.named(CORE + "AsyncAppenderBase$Worker").advise(named("run"), "advice.QueuePauses"),
                InstrumentedClass.named(CORE + "spi.AppenderAttachableImpl")
                        .advise(named("appendLoopOnAppenders"), "handoffs.ArgumentRunsAgain"));
    }
}
