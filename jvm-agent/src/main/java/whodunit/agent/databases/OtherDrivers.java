// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Drivers of database servers whose statements carry no context, so that a user is told. Databases within the JVM are
 * no tier, and need no words.
 */
public final class OtherDrivers implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                sends("oracle.jdbc.driver.OracleStatement", "doExecuteWithTimeout"),
                sends("com.microsoft.sqlserver.jdbc.SQLServerStatement", "executeStatement"),
                sends("org.mariadb.r2dbc.client.SimpleClient", "sendCommand"),
                InstrumentedClass.named("io.vertx.sqlclient.impl.SocketConnectionBase")
                        .adviseIfPresent(named("doSchedule").and(takesArguments(2)), "databases.UnsupportedCommand"));
    }

    private static InstrumentedClass sends(String type, String method) {
        return InstrumentedClass.named(type).adviseIfPresent(named(method), "databases.UnsupportedStatement");
    }
}
