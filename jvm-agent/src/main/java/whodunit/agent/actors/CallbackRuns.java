// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/**
 * The method in which a stream's stage is called back, as one that is handed a message; or as a part of the message
 * that the stream is at, if it has taken elements out of its buffers for that.
 */
public final class CallbackRuns {
    private CallbackRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object callback, @Advice.Local("within") boolean within) {
        within = TaskPropagation.drains();
        return within ? TaskPropagation.beginOrNone(callback) : TaskPropagation.beginMessage(callback);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous, @Advice.Local("within") boolean within) {
        if (within)
            TaskPropagation.end(previous);
        else
            TaskPropagation.endMessage(previous);
    }
}
