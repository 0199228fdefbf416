// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A method that does what was put off. */
public final class StepGoesOn {
    private StepGoesOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object step) {
        QueueHandover.stepGoesOn(step);
    }
}
