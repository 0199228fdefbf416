package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskCarrier;

/** ThreadPoolExecutor.getTask(): the worker's last task is over when it asks for the next. */
public final class WorkerTakes {
    private WorkerTakes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        TaskCarrier.workerIdle();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Return Runnable task) {
        TaskCarrier.workerTook(task);
    }
}
