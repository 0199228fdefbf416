// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import java.util.Map;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ReactiveRequests;

/** WebFlux's RouterFunctionMapping.setAttributes(attributes, …): a router function has matched. */
public final class RouterFunctionMatched {
    private RouterFunctionMatched() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Map<String, Object> attributes) {
        ReactiveRequests.routed(attributes);
    }
}
