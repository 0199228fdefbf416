// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/** Requests that leave through clients on Netty 4.1 and 4.2. */
final class NettyHttpClient implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("io.netty.channel.AbstractChannelHandlerContext")
                .advise(named("write").and(takesArguments(3)), "NettyWrites"));
    }
}
