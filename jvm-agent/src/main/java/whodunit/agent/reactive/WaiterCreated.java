// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.advice.TaskCreated;
import whodunit.agent.advice.TaskRunsAgain;
import whodunit.agent.boot.TaskPropagation;

/** As {@link TaskCreated}, where {@link TaskRunsAgain} is for many classes and only few of them are noted. */
public final class WaiterCreated {
    private WaiterCreated() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object task) {
        TaskPropagation.waits(task);
    }
}
