// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** The method by which a stage of a stream gets an element of which, and of others, it makes one. */
public final class StageGathers {
    private StageGathers() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object stage) {
        QueueHandover.gathers(stage);
    }
}
