// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;

/** Lettuce's reactive commands: what Redis answers, on the event loop of a shared connection, is the subscriber's. */
final class Lettuce implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.lettuce.core.RedisPublisher$RedisSubscription")
                        .advise(isConstructor(), "TaskCreated")
                        .advise(named("onNext").or(named("onAllDataRead")).or(named("onError")), "TaskGoesOn"));
    }
}
