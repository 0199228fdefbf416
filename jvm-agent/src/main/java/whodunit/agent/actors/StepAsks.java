// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A method of a stream's that asks for more. */
public final class StepAsks {
    private StepAsks() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        QueueHandover.stepAsks();
    }
}
