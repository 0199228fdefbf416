package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;

/** MySQL Connector/J 9. */
final class MysqlConnector implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("com.mysql.cj.protocol.a.NativeProtocol")
                .advise(named("send").and(takesArgument(1, int.class)), "MysqlPacket"));
    }
}
