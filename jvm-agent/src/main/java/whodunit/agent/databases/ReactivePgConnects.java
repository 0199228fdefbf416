// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import reactor.netty.Connection;
import whodunit.agent.boot.ReactivePostgres;

/** r2dbc-postgresql: ReactorNettyClient's constructor: a connection is there. */
public final class ReactivePgConnects {
    private ReactivePgConnects() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object client, @Advice.Argument(0) Connection connection) {
        ReactivePostgres.connected(client, connection.channel().remoteAddress());
    }
}
