// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** MySQL Connector/J 5.1, and 9. */
public final class MysqlConnector implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("com.mysql.cj.protocol.a.NativeProtocol")
                .advise(named("send").and(takesArgument(1, int.class)), "databases.MysqlPacket"),
                InstrumentedClass.named("com.mysql.jdbc.MysqlIO")
                        .advise(named("send").and(takesArgument(1, int.class)), "databases.Mysql5Packet"));
    }
}
