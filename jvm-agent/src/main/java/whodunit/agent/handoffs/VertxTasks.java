// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Vert.x: blocking tasks that run one after the other, and futures: who waits for one goes on for itself, whoever
 * completes it. The rest of it runs on Netty.
 */
public final class VertxTasks implements Instrumentation {
    private static final String FUTURES = "io.vertx.core.impl.future.";

    @Override
    public List<InstrumentedClass> classes() {
        List<InstrumentedClass> classes = new ArrayList<>(List.of(
                InstrumentedClass.named("io.vertx.core.impl.TaskQueue")
                        .adviseIfPresent(named("execute").and(takesArgument(0, Runnable.class)),
                                "advice.ArgumentCarried"),
                InstrumentedClass.named(FUTURES + "Operation").advise(isConstructor(), "advice.TaskCreated"),
                InstrumentedClass.named(FUTURES + "FutureImpl")
                        .adviseIfPresent(named("addListener").and(takesArgument(0, named("io.vertx.core.Completable"))),
                                "handoffs.ListenerAdded"),
                InstrumentedClass.named(FUTURES + "FutureBase") // from 5 on
                        .adviseIfPresent(named("emitResult").and(takesArguments(3)), "handoffs.ListenerTold"),
                InstrumentedClass.named(FUTURES + "FutureImpl$ListenerArray"), // tells several
                told(InstrumentedClass.nestedIn(FUTURES + "FutureImpl"))
                        .adviseIfPresent(isConstructor(), "advice.TaskCreated")));
        for (String listener : List.of("Mapping", "FixedMapping", "Composition", "Transformation", "Eventually",
                "Otherwise",
                "FixedOtherwise", "Expect"))
            classes.add(told(InstrumentedClass.named(FUTURES + listener)));
        return classes;
    }

    private static InstrumentedClass told(InstrumentedClass listener) {
        return listener.adviseIfPresent(named("onSuccess").or(named("onFailure"))
                .or(named("complete").and(takesArguments(2))), "advice.TaskGoesOn");
    }
}
