// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;

/** Requests in Tomcat, from 7 on: an application's listeners, filters, servlets, error pages and asynchronous work. */
final class TomcatRequests implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.apache.catalina.core.StandardHostValve")
                        .advise(named("invoke").and(takesArguments(2)), "RequestEnters"),
                InstrumentedClass.named("org.apache.catalina.connector.CoyoteAdapter")
                        .advise(named("asyncDispatch"), "CoyoteAgain").advise(named("service"), "CoyoteServes"),
                InstrumentedClass.named("org.apache.coyote.Request")
                        .adviseIfPresent(named("sendAllDataReadEvent"), "CoyoteHasRead"),
                InstrumentedClass.named("org.apache.catalina.servlets.DefaultServlet")
                        .advise(named("service").and(takesArguments(2)), "DefaultServletServes"),
                InstrumentedClass.named("org.apache.catalina.core.AsyncContextImpl")
                        .adviseIfPresent(named("fireOnComplete"), "RequestOfField"),
                InstrumentedClass.named("org.apache.catalina.core.AsyncContextImpl$RunnableWrapper")
                        .advise(isConstructor(), "TaskCreated").advise(named("run"), "TaskRuns"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
