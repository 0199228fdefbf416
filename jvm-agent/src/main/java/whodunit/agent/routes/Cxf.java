// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Routes of Apache CXF: JAX-RS and SOAP. */
public final class Cxf implements Instrumentation {
    private static final String CXF = "org.apache.cxf.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CXF + "jaxrs.interceptor.JAXRSInInterceptor")
                        .advise(named("setExchangeProperties"), "routes.CxfResource"),
                InstrumentedClass.named(CXF + "service.invoker.AbstractInvoker")
                        .advise(named("invoke").and(takesArguments(2)), "routes.CxfCalls"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
