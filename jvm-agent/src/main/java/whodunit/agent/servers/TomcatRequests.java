// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests in Tomcat, from 7 on: an application's listeners, filters, servlets, error pages and asynchronous work. */
public final class TomcatRequests implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.apache.catalina.core.StandardHostValve")
                        .advise(named("invoke").and(takesArguments(2)), "servers.RequestEnters"),
                InstrumentedClass.named("org.apache.catalina.connector.CoyoteAdapter")
                        .advise(named("asyncDispatch"), "servers.CoyoteAgain")
                        .advise(named("service"), "servers.CoyoteServes"),
                InstrumentedClass.named("org.apache.coyote.Request")
                        .adviseIfPresent(named("sendAllDataReadEvent"), "servers.CoyoteHasRead"),
                InstrumentedClass.named("org.apache.catalina.servlets.DefaultServlet")
                        .advise(named("service").and(takesArguments(2)), "servers.DefaultServletServes"),
                InstrumentedClass.named("org.apache.catalina.core.AsyncContextImpl")
                        .adviseIfPresent(named("fireOnComplete"), "servers.RequestOfField"),
                InstrumentedClass.named("org.apache.catalina.core.AsyncContextImpl$RunnableWrapper")
                        .advise(isConstructor(), "advice.TaskCreated").advise(named("run"), "advice.TaskRuns"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
