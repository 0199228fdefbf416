// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A queue's method that passes on all that others have put there, element by element. */
public final class PassesOn {
    private PassesOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object queue) {
        return QueueHandover.passesOn(queue);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        QueueHandover.passedAll(before);
    }
}
