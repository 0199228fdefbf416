// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.PostgresPropagation;

/** pgjdbc: QueryExecutorImpl.sendSimpleQuery, which asks the statement for its text. */
public final class PgSends {
    private PgSends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        PostgresPropagation.asks(true);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit() {
        PostgresPropagation.asks(false);
    }
}
