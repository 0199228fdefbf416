// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import com.google.common.util.concurrent.ExecutionSequencer;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.SettableFuture;
import com.twitter.concurrent.AsyncSemaphore;
import com.twitter.util.Future;
import com.twitter.util.Promise;
import dev.failsafe.Bulkhead;
import dev.failsafe.Failsafe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.springframework.util.concurrent.SettableListenableFuture;
import scala.Function1;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Runs in a JVM with the agent: as {@link Shared}, where several wait for what one of them completes. */
public final class Promises {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final List<Runnable> WAITING = new ArrayList<>();

    private Promises() {}

    public static void main(String[] args) throws Exception {
        java();
        guava();
        failsafe();
        twitter();
        vavr();
        spring();
        System.out.println("all checked");
        System.exit(0);
    }

    /** One in four completes what all of them wait for. */
    private static void completedByFour(Runnable completes) {
        WAITING.add(completes);
        if (WAITING.size() == 4) {
            WAITING.forEach(Runnable::run);
            WAITING.clear();
        }
    }

    private static void java() throws Exception {
        check("stages of CompletableFuture", 3, c -> {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            future.thenRun(() -> see(c)).thenRunAsync(() -> see(c), Runnable::run);
            future.thenCompose(x -> CompletableFuture.supplyAsync(() -> 1, POOL)).thenAccept(x -> see(c));
            completedByFour(() -> future.complete(1));
        });
    }

    private static void guava() throws Exception {
        check("Guava's futures", 2, c -> {
            SettableFuture<Integer> future = SettableFuture.create();
            future.addListener(() -> see(c), Runnable::run);
            Futures.transform(future, x -> {
                see(c);
                return x;
            }, Runnable::run);
            completedByFour(() -> future.set(1));
        });
        ExecutionSequencer sequence = ExecutionSequencer.create();
        check("Guava's sequencer", 1, c -> sequence.submit(() -> {
            slowly(c).run();
            return 1;
        }, POOL));
    }

    /** Whoever leaves it lets in who waits. */
    private static void failsafe() throws Exception {
        Bulkhead<Object> bulkhead = Bulkhead.builder(1).withMaxWaitTime(Duration.ofMinutes(1)).build();
        check("Failsafe's bulkhead", 2, c -> Failsafe.with(bulkhead).with(POOL).runAsync(slowly(c)::run)
                .thenRun(() -> see(c)));
    }

    private static void twitter() throws Exception {
        check("Twitter's promises", 2, c -> {
            Promise<Integer> promise = new Promise<>();
            promise.onSuccess(function(x -> see(c)));
            promise.map(function(x -> see(c)));
            completedByFour(() -> promise.setValue(1));
        });
        check("Twitter's promises, what is done already", 1, c -> {
            Promise<Integer> promise = new Promise<>();
            promise.onSuccess(function(x -> Future.value(1).onSuccess(function(y -> see(c)))));
            completedByFour(() -> promise.setValue(1));
        });
        AsyncSemaphore permits = new AsyncSemaphore(2);
        check("Twitter's semaphore", 1, c -> permits.acquire().onSuccess(function(permit -> POOL.execute(() -> {
            slowly(c).run();
            permit.release();
        }))));
    }

    private static <T> Function1<T, BoxedUnit> function(Consumer<T> consumer) {
        return new AbstractFunction1<>() {
            @Override
            public BoxedUnit apply(T value) {
                consumer.accept(value);
                return BoxedUnit.UNIT;
            }
        };
    }

    private static void vavr() throws Exception {
        check("Vavr's promises", 2, c -> {
            io.vavr.concurrent.Promise<Integer> promise = io.vavr.concurrent.Promise.make(POOL);
            promise.future().onComplete(x -> see(c));
            promise.future().map(x -> {
                see(c);
                return x;
            });
            completedByFour(() -> promise.success(1));
        });
    }

    @SuppressWarnings("deprecation")
    private static void spring() throws Exception {
        check("Spring's futures", 1, c -> {
            SettableListenableFuture<Integer> future = new SettableListenableFuture<>();
            future.addCallback(x -> see(c), failure -> {});
            completedByFour(() -> future.set(1));
        });
        check("Spring's futures that fail", 1, c -> {
            SettableListenableFuture<Integer> future = new SettableListenableFuture<>();
            future.addCallback(x -> {}, failure -> see(c));
            Callable<Boolean> fails = () -> future.setException(new IllegalStateException("as it should"));
            bySomebodyElse(fails);
        });
    }
}
