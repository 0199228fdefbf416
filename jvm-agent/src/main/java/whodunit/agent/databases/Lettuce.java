// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Lettuce's reactive commands: what Redis answers, on the event loop of a shared connection, is the subscriber's. */
public final class Lettuce implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.lettuce.core.RedisPublisher$RedisSubscription")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("onNext").or(named("onAllDataRead")).or(named("onError")), "advice.TaskGoesOn"));
    }
}
