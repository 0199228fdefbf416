// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Vert.x: blocking tasks that run one after the other, and futures: who waits for one goes on for itself, whoever
 * completes it. The rest of it runs on Netty.
 */
final class VertxTasks implements Instrumentation {
    private static final String FUTURES = "io.vertx.core.impl.future.";

    @Override
    public List<InstrumentedClass> classes() {
        List<InstrumentedClass> classes = new ArrayList<>(List.of(
                InstrumentedClass.named("io.vertx.core.impl.TaskQueue")
                        .adviseIfPresent(named("execute").and(takesArgument(0, Runnable.class)), "ArgumentCarried"),
                InstrumentedClass.named(FUTURES + "Operation").advise(isConstructor(), "TaskCreated"),
                InstrumentedClass.named(FUTURES + "FutureImpl")
                        .adviseIfPresent(named("addListener").and(takesArgument(0, named("io.vertx.core.Completable"))),
                                "ListenerAdded"),
                InstrumentedClass.named(FUTURES + "FutureBase") // from 5 on
                        .adviseIfPresent(named("emitResult").and(takesArguments(3)), "ListenerTold"),
                InstrumentedClass.named(FUTURES + "FutureImpl$ListenerArray"), // tells several
                told(InstrumentedClass.nestedIn(FUTURES + "FutureImpl"))
                        .adviseIfPresent(isConstructor(), "TaskCreated")));
        Stream.of("Mapping", "FixedMapping", "Composition", "Transformation", "Eventually", "Otherwise",
                "FixedOtherwise", "Expect").map(c -> told(InstrumentedClass.named(FUTURES + c))).forEach(classes::add);
        return classes;
    }

    private static InstrumentedClass told(InstrumentedClass listener) {
        return listener.adviseIfPresent(named("onSuccess").or(named("onFailure"))
                .or(named("complete").and(takesArguments(2))), "TaskGoesOn");
    }
}
