// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.boot.Native;

/** Requests of http4s' servers Ember and Blaze. The latter makes a fiber for each request. */
final class Http4s implements Instrumentation {
    private static final String EMBER = "org.http4s.ember.";
    private static final String BLAZE = "org.http4s.blaze.server.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(EMBER + "server.internal.ServerHelpers$")
                        .advise(named("serverInternal"), "Http4sServes"),
                InstrumentedClass.named(EMBER + "core.Parser$Request$").advise(named("parser"), "Http4sReads"),
                InstrumentedClass.named(BLAZE + "Http1ServerStage$").advise(named("apply"), "Http4sServes"),
                InstrumentedClass.named(BLAZE + "Http2NodeStage").advise(isConstructor(), "Http4sServes"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
