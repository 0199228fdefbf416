// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import java.util.function.BiConsumer;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ReactivePostgres;

/** r2dbc-postgresql: ExtendedFlowDelegate.handleReprepare makes what is the first to get the answers. */
public final class ReactivePgAnswers {
    private ReactivePgAnswers() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(1) Object operator,
            @Advice.Return(readOnly = false) BiConsumer<Object, Object> handler) {
        handler = ReactivePostgres.answers(handler, operator);
    }
}
