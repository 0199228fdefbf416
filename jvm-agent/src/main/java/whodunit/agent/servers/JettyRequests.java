// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Requests in Jetty: 9.4 to 11, where a handler knows the mapped servlet before it goes on; 12 with Jakarta EE 10 and
 * 11; and those that handlers without servlets answer.
 */
public final class JettyRequests implements Instrumentation {
    private static final String SERVER = "org.eclipse.jetty.server.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(SERVER + "Server")
                        .adviseIfPresent(nameStartsWith("handle").and(takesArgument(0, named(SERVER + "HttpChannel"))),
                                "servers.JettyHandles")
                        .adviseIfPresent(named("handle").and(takesArguments(3)), "servers.JettyCoreHandles"),
                InstrumentedClass.named(SERVER + "HttpChannel")
                        .adviseIfPresent(named("onCompleted").and(takesArguments(0)).and(not(isAbstract())),
                                "servers.JettyEnds"),
                InstrumentedClass.named(SERVER + "internal.HttpChannelState$HandlerInvoker") // before 12.1
                        .adviseIfPresent(named("completeStream"), "servers.JettyCoreEnds"),
                InstrumentedClass.named(SERVER + "internal.HttpChannelState")
                        .adviseIfPresent(named("completeStream"), "servers.ExchangeEnds"),
                InstrumentedClass.named(SERVER + "handler.ContextHandler$ScopedContext")
                        .advise(named("execute").and(takesArgument(0, Runnable.class)), "advice.ArgumentCarried"),
                InstrumentedClass.named(SERVER + "Server$ServerContext")
                        .advise(named("execute").and(takesArgument(0, Runnable.class)), "advice.ArgumentCarried"),
                deploys("servlet.ServletContextHandler"), deploys("ee11.servlet.ServletContextHandler"),
                deploys("ee10.servlet.ServletContextHandler"), deploys("ee9.nested.ContextHandler"),
                deploys("ee8.nested.ContextHandler"), taken("ee9"), taken("ee8"),
                InstrumentedClass.named(SERVER + "handler.ContextHandler")
                        .adviseIfPresent(named("doHandle").and(takesArguments(4)), "servers.SecondRequestEnters")
                        .adviseIfPresent(named("handle").and(takesArguments(2))
                                .and(takesArgument(1, Runnable.class)), "servers.RequestAgain"),
                serves("servlet.Default"), serves("ee9.servlet.Default"), serves("ee10.servlet.Default"),
                serves("ee10.servlet.Resource"), serves("ee11.servlet.Default"), serves("ee11.servlet.Resource"),
                channel("ee11"), channel("ee10"), starts("org.eclipse.jetty.ee11.servlet"),
                starts("org.eclipse.jetty.ee10.servlet"), starts("org.eclipse.jetty.ee9.nested"),
                starts("org.eclipse.jetty.ee8.nested"));
    }

    private static InstrumentedClass deploys(String context) {
        return InstrumentedClass.named("org.eclipse.jetty." + context)
                .advise(isConstructor(), "servers.ServletsDeploy");
    }

    private static InstrumentedClass serves(String servlet) {
        return InstrumentedClass.named("org.eclipse.jetty." + servlet + "Servlet")
                .adviseIfPresent(nameStartsWith("do").and(takesArguments(2)), "servers.DefaultServletServes");
    }

    private static InstrumentedClass channel(String version) {
        return InstrumentedClass.named("org.eclipse.jetty." + version + ".servlet.ServletChannel")
                .advise(named("handle").and(takesArguments(0)), "servers.ServletChannelHandles");
    }

    private static InstrumentedClass taken(String version) {
        return InstrumentedClass.named("org.eclipse.jetty." + version
                + ".nested.ContextHandler$CoreContextHandler$CoreToNestedHandler")
                .advise(named("handle").and(takesArguments(3)), "servers.JettyCoreTaken");
    }

    /** Tasks of asynchronous requests in Jetty 12. */
    private static InstrumentedClass starts(String place) {
        return InstrumentedClass.named(place + ".AsyncContextState")
                .advise(named("start").and(takesArguments(1)), "advice.ArgumentCarried");
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
