// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ReactivePostgres;

/** r2dbc-postgresql: PostgresqlConnection's constructor. */
public final class ReactivePgConnection {
    private ReactivePgConnection() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object connection, @Advice.Argument(0) Object client) {
        ReactivePostgres.made(connection, client);
    }
}
