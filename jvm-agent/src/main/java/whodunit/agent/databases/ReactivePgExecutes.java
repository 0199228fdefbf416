// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ReactivePostgres;

/** r2dbc-postgresql: ExtendedFlowDelegate.fetchAll and its like, which begin to execute a statement. */
public final class ReactivePgExecutes {
    private ReactivePgExecutes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object operator, @Advice.Argument(1) Object client) {
        ReactivePostgres.executes(operator, client);
    }
}
