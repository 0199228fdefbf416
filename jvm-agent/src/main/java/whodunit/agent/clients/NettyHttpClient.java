// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests that leave through clients on Netty 4.1 and 4.2. */
public final class NettyHttpClient implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("io.netty.channel.AbstractChannelHandlerContext")
                .advise(named("write").and(takesArguments(3)), "clients.NettyWrites"));
    }
}
