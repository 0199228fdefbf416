// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.PostgresPropagation;

/** pgjdbc: QueryExecutorImpl.sendFastpathCall, of large objects. A function call has no place for a context. */
public final class PgFunctions {
    private PgFunctions() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        PostgresPropagation.bare();
    }
}
