// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A method whose first argument is an element of a queue if its thread {@link PassesOn} something. */
public final class PassedOn {
    private PassedOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.Argument(0) Object element) {
        return QueueHandover.passing(element);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter long before) {
        QueueHandover.passedOn(before);
    }
}
