// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests of the JDK's own server (com.sun.net.httpserver), Helidon 4, Armeria and Ktor's CIO. */
public final class SynchronousServers implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("com.sun.net.httpserver.Filter$Chain")
                        .advise(named("doFilter"), "servers.JdkFiltersRun"),
                InstrumentedClass.named("io.helidon.webserver.http.HttpRoutingImpl")
                        .advise(named("route").and(takesArguments(3)), "servers.HelidonRoutes"),
                InstrumentedClass.named("com.linecorp.armeria.server.HttpServerHandler")
                        .advise(named("handleRequest").and(takesArguments(2)), "servers.ArmeriaHandles"),
                InstrumentedClass.named("io.ktor.server.cio.CIOApplicationEngine")
                        .advise(named("handleRequest").and(takesArguments(3)), "servers.KtorHandles"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
