// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.Parking;

/** LockSupport.parkUntil(deadline). */
public final class ParksUntil {
    private ParksUntil() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter() {
        return Parking.begins(null);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object begun, @Advice.Argument(0) long epochMillis) {
        Parking.endedBy(begun, epochMillis);
    }
}
