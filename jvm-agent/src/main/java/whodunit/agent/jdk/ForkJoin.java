// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Fork-join tasks, and so parallel streams; also those of Scala's and Akka's own pools, up to Scala 2.11. */
public final class ForkJoin implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(tasks("java.util.concurrent"), tasks("scala.concurrent.forkjoin"),
                tasks("akka.dispatch.forkjoin"));
    }

    private static InstrumentedClass tasks(String place) {
        return InstrumentedClass.named(place + ".ForkJoinTask")
                .advise(isConstructor(), "advice.TaskCreated")
                .advise(named("doExec"), "advice.TaskRuns");
    }
}
