// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** pgjdbc 42. */
public final class PostgresDriver implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        ElementMatcher<MethodDescription> text = named("getNativeSql")
                .or(named("toString").and(returns(String.class)).and(not(takesArguments(0))));
        return List.of(InstrumentedClass.named("org.postgresql.core.v3.QueryExecutorImpl")
                .advise(isConstructor().and(takesArgument(0, named("org.postgresql.core.PGStream"))),
                        "databases.PgConnects")
                .advise(named("sendSimpleQuery"), "databases.PgSends")
                .advise(named("sendParse").and(takesArgument(2, boolean.class)), "databases.PgParses")
                .advise(named("sendBind"), "databases.PgBinds")
                .advise(named("startCopy").and(takesArgument(0, String.class)), "databases.PgCopies")
                .advise(named("sendFastpathCall"), "databases.PgFunctions"),
                InstrumentedClass.named("org.postgresql.core.v3.SimpleQuery").advise(text, "databases.PgText"),
                InstrumentedClass.named("org.postgresql.core.v3.BatchedQuery").advise(text, "databases.PgBatchText"));
    }
}
