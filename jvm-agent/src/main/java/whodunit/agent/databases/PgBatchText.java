// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.PostgresPropagation;

/** pgjdbc: BatchedQuery.getNativeSql and toString: the text of several inserts in one, as it is sent. */
public final class PgBatchText {
    private PgBatchText() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Return(readOnly = false) String text) {
        text = PostgresPropagation.text(text, 2);
    }
}
