// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** r2dbc-postgresql from 0.8 on. A conversation of its client is what is sent for one subscriber, and the answers. */
public final class ReactivePostgresDriver implements Instrumentation {
    private static final String DRIVER = "io.r2dbc.postgresql.";
    private static final String CLIENT = DRIVER + "client.ReactorNettyClient";
    private static final String FLOW = DRIVER + "ExtendedFlowDelegate";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CLIENT)
                        .advise(isConstructor().and(takesArgument(0, named("reactor.netty.Connection"))),
                                "databases.ReactivePgConnects")
                        .advise(named("doSendRequest"), "databases.ReactivePgRequests"),
                InstrumentedClass.named(CLIENT + "$Conversation")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("emit").or(named("complete")).or(named("onError")), "advice.TaskGoesOn"),
                InstrumentedClass.named(DRIVER + "PostgresqlConnection")
                        .advise(isConstructor().and(takesArgument(0, named(DRIVER + "client.Client"))),
                                "databases.ReactivePgConnection"),
                InstrumentedClass.named(DRIVER + "PostgresqlConnectionFactory")
                        .advise(named("getIsolationLevel"), "databases.ReactivePgAsks"),
                InstrumentedClass.named(FLOW)
                        .advise(nameStartsWith("fetch").and(takesArgument(1, named(DRIVER + "client.Client"))),
                                "databases.ReactivePgExecutes")
                        .advise(named("handleReprepare"), "databases.ReactivePgAnswers"),
                InstrumentedClass.named(FLOW + "$ExtendedFlowOperator")
                        .advise(named("getMessages"), "databases.ReactivePgMessages"));
    }
}
