// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A method that puts off what it is given. */
public final class StepWaits {
    private StepWaits() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object step) {
        QueueHandover.stepWaits(step);
    }
}
