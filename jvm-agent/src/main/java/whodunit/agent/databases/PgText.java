// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import org.postgresql.core.v3.BatchedQuery;
import whodunit.agent.boot.PostgresPropagation;

/**
 * pgjdbc: SimpleQuery.getNativeSql and toString, where a text comes from. A batch asks for it to make its own of it,
 * and keeps that: {@link PgBatchText}.
 */
public final class PgText {
    private PgText() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object query, @Advice.Return(readOnly = false) String text) {
        if (!(query instanceof BatchedQuery))
            text = PostgresPropagation.text(text, 2);
    }
}
