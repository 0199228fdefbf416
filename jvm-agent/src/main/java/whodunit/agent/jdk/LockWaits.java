// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Who waits for whom in LockSupport (docs/crosstalk-jvm.md). */
public final class LockWaits implements Instrumentation {
    private static final String LOCKS = "java.util.concurrent.locks.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(LOCKS + "LockSupport")
                        .advise(named("park"), "jdk.Parks")
                        .advise(named("parkNanos").and(takesArguments(2)), "jdk.ParksNanosOn")
                        .advise(named("parkNanos").and(takesArguments(1)), "jdk.ParksNanos")
                        .advise(named("parkUntil").and(takesArguments(2)), "jdk.ParksUntilOn")
                        .advise(named("parkUntil").and(takesArguments(1)), "jdk.ParksUntil")
                        .advise(named("unpark"), "jdk.Unparks"),
                synchronizer("AbstractQueuedSynchronizer"),
                synchronizer("AbstractQueuedLongSynchronizer"),
                InstrumentedClass.named(LOCKS + "StampedLock")
                        .advise(named("acquireRead").or(named("acquireWrite")), "jdk.Acquires"));
    }

    private static InstrumentedClass synchronizer(String name) {
        return InstrumentedClass.named(LOCKS + name)
                .advise(named("acquire").and(takesArguments(6)), "jdk.Acquires")
                .advise(named("enqueue"), "jdk.Signals");
    }

    @Override
    public boolean isWanted() {
        return Native.crosstalk();
    }
}
