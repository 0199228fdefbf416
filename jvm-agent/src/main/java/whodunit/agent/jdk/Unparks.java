// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.Parking;

/** LockSupport.unpark(thread). */
public final class Unparks {
    private Unparks() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(0) Thread thread) {
        return Parking.waking(thread);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Enter Object waking) {
        Parking.woken(waking);
    }
}
