// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** MariaDB Connector/J, 2.x and from 3.1 on. */
public final class MariadbConnector implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("org.mariadb.jdbc.client.socket.impl.PacketWriter")
                .advise(named("writeSocket").and(takesArgument(0, boolean.class)), "databases.MariadbPacket"),
                InstrumentedClass.named("org.mariadb.jdbc.internal.io.output.AbstractPacketOutputStream")
                        .advise(named("flush"), "databases.Mariadb2Flushes")
                        .advise(named("flushBufferStopAtMark"), "databases.Mariadb2FlushesToMark"));
    }
}
