// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.FiberPropagation;

/** The constructor of cats-effect's IOFiber. */
public final class FiberCreated {
    private FiberCreated() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object fiber) {
        FiberPropagation.created(fiber);
    }
}
