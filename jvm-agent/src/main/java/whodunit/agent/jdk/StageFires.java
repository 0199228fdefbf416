// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/**
 * A dependent stage of a CompletableFuture runs, if what it depends on is complete: under the context in which it was
 * added, if any, not that of the thread that happens to complete its source. Modes above 0 are asynchronous: the last
 * attempt, by a pool that knows for whom.
 */
public final class StageFires {
    private StageFires() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object stage, @Advice.Argument(0) int mode) {
        return mode > 0 ? TaskPropagation.begin(stage) : TaskPropagation.tryBeginOrNone(stage);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
