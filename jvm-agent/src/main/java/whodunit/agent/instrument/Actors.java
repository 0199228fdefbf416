// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/** Actors of Pekko and Akka: a message is handled under the context in which it was sent. */
final class Actors implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(envelope("org.apache.pekko."), cell("org.apache.pekko."), envelope("akka."), cell("akka."));
    }

    private static InstrumentedClass envelope(String project) {
        return InstrumentedClass.named(project + "dispatch.Envelope").advise(isConstructor(), "TaskCreated");
    }

    private static InstrumentedClass cell(String project) {
        return InstrumentedClass.named(project + "actor.ActorCell")
                .advise(named("invoke").and(takesArguments(1)), "ArgumentRuns");
    }
}
