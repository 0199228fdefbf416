// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.PostgresPropagation;

/**
 * pgjdbc: QueryExecutorImpl.sendParse. The text of an unnamed statement is sent for the Bind that follows; that of a
 * named one, for all who execute it, and stays as it is.
 */
public final class PgParses {
    private PgParses() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(2) boolean unnamed) {
        PostgresPropagation.asks(unnamed);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit() {
        PostgresPropagation.asked();
    }
}
