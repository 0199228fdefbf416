// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.boot.Native;

/** Requests of http4s' server Ember. */
final class Http4s implements Instrumentation {
    private static final String EMBER = "org.http4s.ember.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(EMBER + "server.internal.ServerHelpers$")
                        .advise(named("serverInternal"), "Http4sServes"),
                InstrumentedClass.named(EMBER + "core.Parser$Request$").advise(named("parser"), "Http4sReads"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
