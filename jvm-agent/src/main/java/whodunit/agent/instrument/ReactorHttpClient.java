// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;

/** reactor-netty's client, and so Spring's WebClient: requests that leave, and their answers on the event loop. */
final class ReactorHttpClient implements Instrumentation {
    private static final String CLIENT = "reactor.netty.http.client.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CLIENT + "HttpClientConnect$HttpClientHandler")
                        .advise(isConstructor(), "ReactorCalls")
                        .advise(named("requestWithBody"), "ReactorConnected"),
                InstrumentedClass.named(CLIENT + "HttpClientOperations")
                        .advise(named("beforeMarkSentHeaders"), "ReactorSends")
                        .adviseIfPresent(named("onInboundNext").or(named("onInboundClose")), "ReactorAgain"));
    }
}
