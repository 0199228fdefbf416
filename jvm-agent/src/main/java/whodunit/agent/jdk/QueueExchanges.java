// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** Exchanger.exchange(mine): gives one and takes another. */
public final class QueueExchanges {
    private QueueExchanges() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object exchanger, @Advice.Argument(0) Object mine) {
        QueueHandover.put(exchanger, mine);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object exchanger, @Advice.Argument(0) Object mine, @Advice.Return Object theirs,
            @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            QueueHandover.notPut(exchanger, mine);
        else
            QueueHandover.taken(exchanger, theirs);
    }
}
