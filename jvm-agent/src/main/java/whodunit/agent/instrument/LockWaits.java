// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;

/** Who waits for whom in LockSupport (docs/crosstalk-jvm.md). */
final class LockWaits implements Instrumentation {
    private static final String LOCKS = "java.util.concurrent.locks.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(LOCKS + "LockSupport")
                        .advise(named("park"), "Parks")
                        .advise(named("parkNanos").and(takesArguments(2)), "ParksNanosOn")
                        .advise(named("parkNanos").and(takesArguments(1)), "ParksNanos")
                        .advise(named("parkUntil").and(takesArguments(2)), "ParksUntilOn")
                        .advise(named("parkUntil").and(takesArguments(1)), "ParksUntil")
                        .advise(named("unpark"), "Unparks"),
                synchronizer("AbstractQueuedSynchronizer"),
                synchronizer("AbstractQueuedLongSynchronizer"),
                InstrumentedClass.named(LOCKS + "StampedLock")
                        .advise(named("acquireRead").or(named("acquireWrite")), "Acquires"));
    }

    private static InstrumentedClass synchronizer(String name) {
        return InstrumentedClass.named(LOCKS + name)
                .advise(named("acquire").and(takesArguments(6)), "Acquires")
                .advise(named("enqueue"), "Signals");
    }

    @Override
    public boolean isWanted() {
        return Native.crosstalk();
    }
}
