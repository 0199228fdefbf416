// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests of servers on Netty 4.1 and 4.2: Micronaut, Ratpack, Ktor, and handlers of the application's own. */
public final class NettyHttpServer implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.netty.channel.AbstractChannelHandlerContext")
                        .advise(method("fireChannelRead", 1), "servers.NettyReads")
                        .advise(method("fireChannelReadComplete", 0), "servers.NettyHasRead"));
    }

    private static ElementMatcher<MethodDescription> method(String name, int arguments) {
        return named(name).and(takesArguments(arguments)).and(not(isBridge()));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
