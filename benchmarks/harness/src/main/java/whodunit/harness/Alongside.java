// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A load, and something that goes on beside it for as long as it lasts. */
public final class Alongside {
    private Alongside() {}

    /**
     * Performs the load. If what goes on beside it fails, the load is for nothing: it is stopped, and the failure is
     * thrown. Returns when both have ended.
     */
    public static <T> T perform(Callable<T> load, Runnable stopLoad, Runnable beside, Runnable stopBeside)
            throws Exception {
        CompletableFuture<Void> running = CompletableFuture.runAsync(beside);
        running.whenComplete((nothing, failure) -> stopLoad.run());
        T result;
        try {
            result = load.call();
        } finally {
            stopBeside.run();
            running.exceptionally(failure -> null).join(); // it asks the servers until then
        }
        try {
            running.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof UncheckedIOException failed ? failed.getCause() : e;
        }
        return result;
    }
}
