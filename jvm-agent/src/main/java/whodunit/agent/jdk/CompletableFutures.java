// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Stages of CompletableFuture. Every kind of dependent stage is a class of its own, nested in it. */
public final class CompletableFutures implements Instrumentation {
    private static final String FUTURE = "java.util.concurrent.CompletableFuture";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(FUTURE + "$AsyncSupply").advise(named("run"), "advice.TaskRuns"),
                InstrumentedClass.named(FUTURE + "$AsyncRun").advise(named("run"), "advice.TaskRuns"),
                // wakes those who wait for the result: by the completing thread's transaction
                InstrumentedClass.named(FUTURE + "$Signaller"),
                InstrumentedClass.nestedIn(FUTURE)
                        .adviseIfPresent(named("tryFire").and(not(isAbstract())), "jdk.StageFires"));
    }
}
