// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.PostgresPropagation;

/** pgjdbc: QueryExecutorImpl.startCopy, with the text as it is sent. */
public final class PgCopies {
    private PgCopies() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) String text) {
        text = PostgresPropagation.commented(text, 1);
    }
}
