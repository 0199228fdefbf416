// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;

/** Requests of Pekko HTTP and Akka HTTP. */
final class StreamServers implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(logic("org.apache.pekko."), interpreter("org.apache.pekko."), logic("akka."),
                interpreter("akka."));
    }

    private static InstrumentedClass logic(String project) {
        return InstrumentedClass.named(project + "stream.stage.GraphStageLogic")
                .advise(named("grab").and(takesArguments(1)), "StreamTakes");
    }

    private static InstrumentedClass interpreter(String project) {
        return InstrumentedClass.named(project + "stream.impl.fusing.GraphInterpreter")
                .advise(nameStartsWith("process").or(named("runAsyncInput")), "StreamSteps");
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
