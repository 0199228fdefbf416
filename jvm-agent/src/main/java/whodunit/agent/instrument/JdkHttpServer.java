// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.boot.Native;

/** Requests of the JDK's own server, com.sun.net.httpserver. */
final class JdkHttpServer implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("com.sun.net.httpserver.Filter$Chain")
                .advise(named("doFilter"), "JdkFiltersRun"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
