// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method by which a stream that has worked for long enough tells itself to go on later. */
public final class StreamResumed {
    private StreamResumed() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return TaskPropagation.beginForAll();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
