// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;

/** Runs in a JVM with the agent: as {@link Libraries}, through Vert.x; what it calls versions 4 and 5 have. */
public final class VertxWork {
    private VertxWork() {}

    public static void main(String[] args) throws Exception {
        tasks();
        promises();
        System.out.println("all checked");
        System.exit(0);
    }

    private static void tasks() throws Exception {
        Vertx vertx = Vertx.vertx();
        Context context = vertx.getOrCreateContext();
        check("Vert.x runOnContext", 1, c -> context.runOnContext(v -> see(c)));
        check("Vert.x executeBlocking, ordered", 1, c -> context.executeBlocking(seen(c), true));
        check("Vert.x executeBlocking", 1, c -> context.executeBlocking(seen(c), false));
        check("Vert.x timer", 1, c -> vertx.setTimer(1, id -> see(c)));
    }

    private static Callable<Object> seen(int expected) {
        return () -> {
            Thread.sleep(1); // so that others queue up behind it
            see(expected);
            return null;
        };
    }

    private static void promises() throws Exception {
        check("Vert.x's promise", 4, c -> {
            Promise<Object> promise = Promise.promise();
            promise.future().onSuccess(x -> see(c));
            promise.future().map(x -> saw(c)).onComplete(x -> see(c));
            promise.future().compose(x -> Future.succeededFuture(saw(c)));
            bySomebodyElse(() -> promise.tryComplete("done"));
        });
        check("Vert.x's promise, one waits", 1, c -> {
            Promise<Object> promise = Promise.promise();
            promise.future().onComplete(x -> see(c));
            bySomebodyElse(() -> promise.tryComplete("done"));
        });
    }

    private static Object saw(int expected) {
        see(expected);
        return null;
    }
}
