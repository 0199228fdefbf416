// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests in Open Liberty's servlet container: each dispatch, before the filters and the servlet. */
public final class LibertyRequests implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("com.ibm.ws.webcontainer.filter.WebAppFilterManager")
                .advise(named("invokeFilters").and(takesArgument(0, named("jakarta.servlet.ServletRequest")
                        .or(named("javax.servlet.ServletRequest")))), "servers.RequestEnters"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
