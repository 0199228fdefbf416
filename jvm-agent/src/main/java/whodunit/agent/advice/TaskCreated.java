package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskCarrier;

/** ForkJoinTask's constructors: forked tasks, and the stages of a CompletableFuture. */
public final class TaskCreated {
    private TaskCreated() {}

    @Advice.OnMethodExit
    static void exit(@Advice.This Object task) {
        TaskCarrier.capture(task);
    }
}
