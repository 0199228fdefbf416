// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests of Pekko HTTP and Akka HTTP. */
public final class StreamServers implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(logic("org.apache.pekko."), interpreter("org.apache.pekko."), logic("akka."),
                interpreter("akka."));
    }

    private static InstrumentedClass logic(String project) {
        return InstrumentedClass.named(project + "stream.stage.GraphStageLogic")
                .advise(named("grab").and(takesArguments(1)), "servers.StreamTakes");
    }

    private static InstrumentedClass interpreter(String project) {
        return InstrumentedClass.named(project + "stream.impl.fusing.GraphInterpreter")
                .advise(nameStartsWith("process").or(named("runAsyncInput")), "servers.StreamSteps");
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
