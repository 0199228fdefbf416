// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.boot.Native;

/** Operations of graphql-java, behind a servlet whose framework finds the route. */
final class Graphql implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("graphql.execution.Execution")
                        .advise(named("execute").and(takesArgument(0, named("graphql.language.Document")))
                                .and(takesArgument(3, named("graphql.ExecutionInput"))), "GraphqlExecutes"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
