// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.Contexts.under;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: serves a queue in tasks that come back to it in ways of their own, and says which item
 * was worked on under a WRONG context.
 */
public final class Pollers {
    private static final int ROUNDS = 60;
    private static final int[] CONTEXTS = {Contexts.of("A"), Contexts.of("B"), Contexts.of("C")};

    private Pollers() {}

    /** Data, no job, that knows under what context it was put. */
    private static final class Item {
        final int expected = Whodunit.current();
        final CompletableFuture<Integer> seen = new CompletableFuture<>();
        /** Tells under what context the request's own stage has run. */
        final CompletableFuture<Integer> stage = seen.thenApply(context -> Whodunit.current());
    }

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        loops("a loop that completes futures", pool, Pollers::complete);
        loops("a loop that runs tasks", pool, item -> {
            new FutureTask<>(() -> 1).run();
            complete(item);
        });
        polls("a task that schedules itself", task -> scheduler.schedule(task, 1, TimeUnit.MILLISECONDS));
        ExecutorService other = Executors.newSingleThreadExecutor();
        polls("a task that executes itself", other::execute);
        polls("a task that submits itself", other::submit);
        System.out.println("all checked");
        System.exit(0);
    }

    private static void complete(Item item) {
        item.seen.complete(Whodunit.current());
    }

    /** Puts items of three requests in turns, and asks what each was worked on under. */
    private static void serve(String what, BlockingQueue<Item> queue) throws Exception {
        for (int i = 0; i < ROUNDS; i++)
            for (int context : CONTEXTS) {
                Item item = under(context, () -> {
                    Item made = new Item();
                    queue.add(made);
                    return made;
                });
                int seen = item.seen.get(1, TimeUnit.MINUTES), stage = item.stage.get(1, TimeUnit.MINUTES);
                boolean first = i == 0; // an item that it did not have to wait for, as documented
                if (seen != item.expected && !first || stage != item.expected)
                    System.out.println("WRONG " + what + ": expected " + context + ", was " + seen + ", " + stage);
            }
    }

    private interface Work {
        void on(Item item);
    }

    private static void loops(String what, Executor pool, Work work) throws Exception {
        for (int starter : new int[] {0, CONTEXTS[0]}) {
            BlockingQueue<Item> queue = new LinkedBlockingQueue<>();
            Item end = new Item();
            under(starter, () -> {
                pool.execute(() -> {
                    try {
                        for (Item item; (item = queue.take()) != end;)
                            work.on(item);
                    } catch (InterruptedException never) {
                        throw new IllegalStateException(never);
                    }
                });
                return null;
            });
            serve(what, queue);
            queue.add(end);
        }
    }

    private static void polls(String what, Executor executor) throws Exception {
        BlockingQueue<Item> queue = new LinkedBlockingQueue<>();
        boolean[] over = new boolean[1];
        Runnable poller = new Runnable() {
            @Override
            public void run() {
                try {
                    Item item = queue.poll(1, TimeUnit.MILLISECONDS);
                    if (item != null)
                        complete(item);
                    if (!over[0])
                        executor.execute(this);
                } catch (InterruptedException never) {
                    throw new IllegalStateException(never);
                }
            }
        };
        executor.execute(poller);
        serve(what, queue);
        over[0] = true;
    }
}
