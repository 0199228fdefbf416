// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.Parking;

/** LockSupport.parkNanos(blocker, nanos). */
public final class ParksNanosOn {
    private ParksNanosOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(0) Object blocker) {
        return Parking.begins(blocker);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object begun, @Advice.Argument(1) long nanos) {
        Parking.endedAfter(begun, nanos);
    }
}
