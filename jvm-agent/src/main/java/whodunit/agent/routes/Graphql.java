// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Operations of graphql-java, behind a servlet whose framework finds the route. */
public final class Graphql implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("graphql.execution.Execution")
                        .advise(named("execute").and(takesArgument(0, named("graphql.language.Document")))
                                .and(takesArgument(3, named("graphql.ExecutionInput"))), "routes.GraphqlExecutes"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
