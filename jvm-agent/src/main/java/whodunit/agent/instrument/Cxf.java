// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;

/** Routes of Apache CXF: JAX-RS and SOAP. */
final class Cxf implements Instrumentation {
    private static final String CXF = "org.apache.cxf.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CXF + "jaxrs.interceptor.JAXRSInInterceptor")
                        .advise(named("setExchangeProperties"), "CxfResource"),
                InstrumentedClass.named(CXF + "service.invoker.AbstractInvoker")
                        .advise(named("invoke").and(takesArguments(2)), "CxfCalls"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
