// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests of http4s' servers Ember and Blaze. The latter makes a fiber for each request. */
public final class Http4s implements Instrumentation {
    private static final String EMBER = "org.http4s.ember.";
    private static final String BLAZE = "org.http4s.blaze.server.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(EMBER + "server.internal.ServerHelpers$")
                        .advise(named("serverInternal"), "servers.Http4sServes"),
                InstrumentedClass.named(EMBER + "core.Parser$Request$").advise(named("parser"), "servers.Http4sReads"),
                InstrumentedClass.named(BLAZE + "Http1ServerStage$").advise(named("apply"), "servers.Http4sServes"),
                InstrumentedClass.named(BLAZE + "Http2NodeStage").advise(isConstructor(), "servers.Http4sServes"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
