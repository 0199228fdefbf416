// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import io.r2dbc.postgresql.client.Client;
import io.r2dbc.postgresql.client.ExtendedQueryMessageFlow;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.PostgresServers;
import whodunit.agent.boot.ReactivePostgres;

/**
 * r2dbc-postgresql: PostgresqlConnectionFactory.getIsolationLevel, the first that it asks on a connection, before
 * anybody uses it; not for replication. What we ask goes in front, and nobody waits for it.
 */
public final class ReactivePgAsks {
    private ReactivePgAsks() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object connection) {
        ReactivePostgres.Question question = ReactivePostgres.question(connection);
        if (question != null)
            ExtendedQueryMessageFlow.closeStatement((Client) question.client(), PostgresServers.CLOSE_NAME)
                    .subscribe(question, question, question);
    }
}
