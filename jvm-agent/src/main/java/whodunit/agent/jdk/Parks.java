// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.Parking;

/** LockSupport.park(blocker) and park(). */
public final class Parks {
    private Parks() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(value = 0, optional = true) Object blocker) {
        return Parking.begins(blocker);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object begun) {
        Parking.ended(begun);
    }
}
