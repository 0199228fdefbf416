// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;

/** Requests in Jetty: 9.4 to 11, where a handler knows the mapped servlet before it goes on; 12 with Jakarta EE 10. */
final class JettyRequests implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.eclipse.jetty.server.handler.ContextHandler")
                        .adviseIfPresent(named("doHandle").and(takesArguments(4)), "SecondRequestEnters")
                        .adviseIfPresent(named("handle").and(takesArguments(2))
                                .and(takesArgument(1, Runnable.class)), "RequestAgain"),
                InstrumentedClass.named("org.eclipse.jetty.ee10.servlet.ServletChannel")
                        .advise(named("handle").and(takesArguments(0)), "ServletChannelHandles"),
                starts("org.eclipse.jetty.ee10.servlet"), starts("org.eclipse.jetty.ee9.nested"),
                starts("org.eclipse.jetty.ee8.nested"));
    }

    /** Tasks of asynchronous requests in Jetty 12. */
    private static InstrumentedClass starts(String place) {
        return InstrumentedClass.named(place + ".AsyncContextState")
                .advise(named("start").and(takesArguments(1)), "ArgumentCarried");
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
