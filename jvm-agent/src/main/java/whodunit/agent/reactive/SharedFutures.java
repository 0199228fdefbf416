// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Promises of Scala, futures of Hazelcast, flows of Micronaut, sinks and caches of Reactor, on which several may wait:
 * each goes on for itself, and not for who has completed them, or for whom that has worked.
 */
public final class SharedFutures implements Instrumentation {
    private static final String SCALA = "scala.concurrent.impl.";
    private static final String REACTOR = "reactor.core.publisher.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(SCALA + "Promise$Transformation")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("run").or(named("submitWithValue")), "advice.TaskGoesOn"),
                InstrumentedClass.named(SCALA + "CallbackRunnable") // before 2.13
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("run").or(named("executeWithValue")), "advice.TaskGoesOn"),
                InstrumentedClass.nestedIn("com.hazelcast.spi.impl.AbstractInvocationFuture") // a stage each
                        .adviseIfPresent(isConstructor(), "advice.TaskCreated")
                        .adviseIfPresent(named("execute").and(not(isAbstract())), "advice.TaskGoesOn"),
                InstrumentedClass.nestedIn("io.micronaut.core.execution.DelayedExecutionFlowImpl") // a stage each
                        .adviseIfPresent(isConstructor(), "advice.TaskCreated")
                        .adviseIfPresent(named("apply").and(not(isAbstract())), "advice.TaskGoesOn"),
                waits("MonoCacheTime$CacheMonoSubscriber"),
                waits("MonoCacheInvalidateIf$CacheMonoSubscriber"),
                waits("MonoCacheInvalidateWhen$CacheMonoSubscriber"),
                waits("SinkOneMulticast$NextInner"),
                waits("NextProcessor$NextInner"),
                waits("SinkEmptyMulticast$VoidInner").adviseIfPresent(named("complete"), "advice.TaskRunsAgain"),
                // what these inherit; others of its kind have no context noted
                InstrumentedClass.named(REACTOR + "Operators$MonoSubscriber")
                        .adviseIfPresent(named("complete").or(named("onError")), "advice.TaskRunsAgain"),
                InstrumentedClass.named(REACTOR + "Operators$MonoInnerProducerBase")
                        .adviseIfPresent(named("complete"), "advice.TaskRunsAgain"));
    }

    private static InstrumentedClass waits(String subscriber) {
        return InstrumentedClass.named(REACTOR + subscriber).adviseIfPresent(isConstructor(), "reactive.WaiterCreated")
                .adviseIfPresent(named("error"), "advice.TaskRunsAgain");
    }
}
