// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;

/** MySQL Connector/J 5.1, and 9. */
final class MysqlConnector implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("com.mysql.cj.protocol.a.NativeProtocol")
                .advise(named("send").and(takesArgument(1, int.class)), "MysqlPacket"),
                InstrumentedClass.named("com.mysql.jdbc.MysqlIO")
                        .advise(named("send").and(takesArgument(1, int.class)), "Mysql5Packet"));
    }
}
