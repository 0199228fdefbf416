// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** reactor-netty's client, and so Spring's WebClient: requests that leave, and their answers on the event loop. */
public final class ReactorHttpClient implements Instrumentation {
    private static final String CLIENT = "reactor.netty.http.client.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CLIENT + "HttpClientConnect$HttpClientHandler")
                        .advise(isConstructor(), "clients.ReactorCalls")
                        .advise(named("requestWithBody"), "clients.ReactorConnected"),
                InstrumentedClass.named(CLIENT + "HttpClientOperations")
                        .advise(named("beforeMarkSentHeaders"), "clients.ReactorSends")
                        .adviseIfPresent(named("onInboundNext").or(named("onInboundClose")), "advice.ReactorAgain"));
    }
}
