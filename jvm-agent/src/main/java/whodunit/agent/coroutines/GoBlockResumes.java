// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A task is dispatched: by a channel it is told for nobody, and the go block that waits knows for whom it goes on. */
public final class GoBlockResumes {
    private GoBlockResumes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Object task) {
        return task.getClass().getName().startsWith("clojure.core.async.impl.channels")
                ? TaskPropagation.beginForNobody() : 0;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
