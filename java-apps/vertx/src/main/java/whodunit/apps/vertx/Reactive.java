// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.vertx;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;

/** Asks PostgreSQL through Vert.x's client. Arguments: URI, how often. */
public final class Reactive {
    private Reactive() {}

    public static void main(String[] arguments) throws Exception {
        Vertx vertx = Vertx.vertx();
        PgConnection c = PgConnection.connect(vertx, arguments[0]).toCompletionStage().toCompletableFuture().get();
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++)
            System.out.println(c.preparedQuery("SELECT 1 + $1").execute(Tuple.of(i)).toCompletionStage()
                    .toCompletableFuture().get().iterator().next().getInteger(0));
        vertx.close();
    }
}
