// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.util.Collection;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** drainTo(collection) and drainTo(collection, most). */
public final class QueueDrains {
    private QueueDrains() {}

    /** @return 1 + how many elements the collection had; 0 if the advice failed */
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object queue, @Advice.Argument(0) Collection<?> collection) {
        int before = collection.size();
        QueueHandover.draining(queue);
        return before + 1;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Collection<?> collection,
            @Advice.Enter int before) {
        if (before > 0)
            QueueHandover.drained(queue, collection, before - 1);
    }
}
