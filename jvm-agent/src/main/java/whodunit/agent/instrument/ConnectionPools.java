// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;

/** Pools that hand connections from thread to thread through a queue of java.util.concurrent. */
final class ConnectionPools implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(InstrumentedClass.named("com.zaxxer.hikari.util.ConcurrentBag")
                .adviseIfPresent(named("borrow").or(named("requite")), "QueuePauses"));
    }
}
