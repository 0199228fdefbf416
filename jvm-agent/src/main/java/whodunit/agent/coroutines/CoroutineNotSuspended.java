// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A coroutine's method that says whether it has not been suspended yet when it may go on. */
public final class CoroutineNotSuspended {
    private CoroutineNotSuspended() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Return boolean is) {
        if (is)
            QueueHandover.receivesItself();
    }
}
