// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import whodunit.agent.boot.QueueHandover;

/** A queue of actors, of which only a stream's is of interest. */
public final class StreamPuts {
    private StreamPuts() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static boolean enter(@Advice.This Object queue, @Advice.Argument(0) Object element) {
        boolean streams = QueueHandover.isStreams(queue);
        if (streams)
            QueueHandover.put(queue, element);
        return streams;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element, @Advice.Enter boolean streams,
            @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object taken) {
        if (streams && Boolean.FALSE.equals(taken))
            QueueHandover.notPut(queue, element);
    }
}
