// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.Contexts.check;
import static whodunit.tests.app.Contexts.under;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: hands elements over through every queue, and says which was taken under a WRONG
 * context.
 */
public final class Queues {
    private static final int ITEMS = 600, PRODUCERS = 3, TYPES = 15;
    private static final int[] CONTEXTS = new int[TYPES];

    private Queues() {}

    /** An element that knows the context it was put under, as plain data. */
    private static class Item implements Delayed {
        final int expected;

        Item(int expected) {
            this.expected = expected;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return Boolean.compare(expected < 0, ((Item) other).expected < 0); // the end comes last
        }
    }

    private interface Put {
        boolean put(Item item) throws InterruptedException;
    }

    private interface Take {
        Item take() throws InterruptedException;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < TYPES; i++)
            CONTEXTS[i] = Contexts.of("type " + i);
        for (boolean virtual : Runtime.version().feature() >= 21 ? new boolean[] {false, true}
                : new boolean[] {false}) {
            blocking("LinkedBlockingQueue", new LinkedBlockingQueue<>(), virtual);
            blocking("LinkedBlockingQueue(4)", new LinkedBlockingQueue<>(4), virtual);
            blocking("ArrayBlockingQueue", new ArrayBlockingQueue<>(4), virtual);
            blocking("PriorityBlockingQueue", new PriorityBlockingQueue<>(), virtual);
            blocking("DelayQueue", new DelayQueue<Item>(), virtual);
            blocking("LinkedBlockingDeque", new LinkedBlockingDeque<>(4), virtual);
            blocking("LinkedTransferQueue", new LinkedTransferQueue<>(), virtual);
            blocking("SynchronousQueue", new SynchronousQueue<>(), virtual);
            blocking("SynchronousQueue, fair", new SynchronousQueue<>(true), virtual);
            ends("LinkedBlockingDeque", new LinkedBlockingDeque<>(4), virtual);
            transfers(new LinkedTransferQueue<>(), virtual);
            polled("ConcurrentLinkedQueue", new ConcurrentLinkedQueue<>(), virtual);
            polled("ConcurrentLinkedDeque", new ConcurrentLinkedDeque<>(), virtual);
            ConcurrentLinkedDeque<Item> stack = new ConcurrentLinkedDeque<>();
            checkAll("ConcurrentLinkedDeque as a stack", i -> {
                stack.push(i);
                return true;
            }, () -> spin(stack::pollFirst), virtual);
            loopStartedByARequest(virtual);
        }
        sameObject();
        sameObjectOnAStack();
        drained();
        removed();
        exchanged();
        ownContextStays();
        pooledThingsAreNotWork();
        poolsAreKnownAtOnce();
        twoQueues();
        System.out.println("all checked");
        System.exit(0);
    }

    private static Thread start(boolean virtual, Runnable work) throws Exception {
        if (virtual)
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    /** Not Thread.yield(): virtual threads that do nothing else can keep the others from running. */
    private static void pause() {
        LockSupport.parkNanos(10_000);
    }

    private static Item spin(Callable<Item> poll) {
        try {
            for (Item item;;)
                if ((item = poll.call()) != null)
                    return item;
                else
                    pause();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void blocking(String name, BlockingQueue<Item> queue, boolean virtual) throws Exception {
        checkAll(name + ".put/take", i -> {
            queue.put(i);
            return true;
        }, queue::take, virtual);
        checkAll(name + ".offer/poll", i -> queue.offer(i, 1, TimeUnit.MINUTES),
                () -> queue.poll(1, TimeUnit.MINUTES), virtual);
        if (queue instanceof SynchronousQueue)
            return; // two that do not wait never meet
        checkAll(name + ".add/poll", i -> {
            while (!queue.offer(i))
                pause();
            return true;
        }, () -> spin(queue::poll), virtual);
    }

    private static void ends(String name, BlockingDeque<Item> deque, boolean virtual) throws Exception {
        checkAll(name + ".putFirst/takeFirst", i -> {
            deque.putFirst(i);
            return true;
        }, deque::takeFirst, virtual);
        checkAll(name + ".offerFirst/takeLast", i -> deque.offerFirst(i, 1, TimeUnit.MINUTES), deque::takeLast,
                virtual);
        checkAll(name + ".offerLast/pollLast", i -> deque.offerLast(i, 1, TimeUnit.MINUTES),
                () -> deque.pollLast(1, TimeUnit.MINUTES), virtual);
    }

    private static void transfers(TransferQueue<Item> queue, boolean virtual) throws Exception {
        checkAll("LinkedTransferQueue.transfer", i -> {
            queue.transfer(i);
            return true;
        }, queue::take, virtual);
        checkAll("LinkedTransferQueue.tryTransfer", i -> {
            while (!queue.tryTransfer(i))
                pause();
            return true;
        }, queue::take, virtual);
    }

    private static void polled(String name, Queue<Item> queue, boolean virtual) throws Exception {
        checkAll(name + ".add/poll", queue::add, () -> spin(queue::poll), virtual);
    }

    /** Threads that serve requests of all types and some of none put; threads that serve nobody take. */
    private static void checkAll(String name, Put put, Take take, boolean virtual) throws Exception {
        List<Thread> threads = new ArrayList<>();
        int[] wrong = new int[2];
        AtomicInteger done = new AtomicInteger();
        for (int c = 0; c < 2; c++) {
            int consumer = c;
            threads.add(start(virtual, () -> {
                try {
                    for (Item item; (item = take.take()).expected >= 0; done.incrementAndGet())
                        if (Whodunit.current() != item.expected)
                            wrong[consumer]++;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int first = p;
            producers.add(start(virtual, () -> {
                try {
                    for (int i = first; i < ITEMS; i += PRODUCERS) {
                        int context = i % 7 == 0 ? 0 : CONTEXTS[i % TYPES];
                        under(context, () -> put.put(new Item(context)));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        for (Thread producer : producers)
            producer.join();
        while (done.get() < ITEMS)
            Thread.sleep(1);
        for (int c = 0; c < 2; c++)
            while (!put.put(new Item(-1)))
                pause();
        for (Thread thread : threads)
            thread.join();
        String of = name + (virtual ? " on virtual threads" : "");
        check(of + ": items", ITEMS, done.get());
        check(of + ": wrong of " + ITEMS, 0, wrong[0] + wrong[1]);
    }

    /** The first request starts a loop; it and later ones give it work, as data and as jobs. */
    private static void loopStartedByARequest(boolean virtual) throws Exception {
        for (boolean jobs : new boolean[] {false, true}) {
            BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
            List<String> wrong = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch over = new CountDownLatch(1);
            Runnable loop = () -> {
                try {
                    for (Object o; (o = queue.take()) != queue;)
                        if (o instanceof Runnable job)
                            job.run();
                        else if (Whodunit.current() != ((Item) o).expected)
                            wrong.add(Whodunit.current() + " instead of " + ((Item) o).expected);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                over.countDown();
            };
            ExecutorService pool = virtual
                    ? (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
                    : Executors.newCachedThreadPool();
            for (int i = 0; i < 20_000; i++) {
                int context = i % 11 == 5 ? 0 : CONTEXTS[i % TYPES];
                boolean first = i == 0;
                under(context, () -> {
                    if (first)
                        pool.execute(loop);
                    Runnable job = () -> {
                        if (Whodunit.current() != context)
                            wrong.add(Whodunit.current() + " instead of " + context);
                    };
                    return queue.add(jobs ? job : new Item(context));
                });
                if (i % 100 == 0)
                    Thread.sleep(1); // the loop comes to wait
            }
            queue.add(queue);
            over.await();
            check("loop that a request started, " + (jobs ? "jobs" : "data") + (virtual ? ", virtual" : ""), List.of(),
                    wrong.subList(0, Math.min(wrong.size(), 5)));
            pool.shutdown();
        }
    }

    /** In the order in which they were put. */
    private static void sameObject() throws Exception {
        Map<String, Queue<String>> queues = new LinkedHashMap<>();
        queues.put("LinkedBlockingQueue", new LinkedBlockingQueue<>());
        queues.put("ArrayBlockingQueue", new ArrayBlockingQueue<>(8));
        queues.put("LinkedBlockingDeque", new LinkedBlockingDeque<>());
        queues.put("LinkedTransferQueue", new LinkedTransferQueue<>());
        queues.put("ConcurrentLinkedQueue", new ConcurrentLinkedQueue<>());
        queues.put("ConcurrentLinkedDeque", new ConcurrentLinkedDeque<>());
        List<Integer> order = List.of(CONTEXTS[1], CONTEXTS[2], 0, CONTEXTS[1], CONTEXTS[3]);
        for (Map.Entry<String, Queue<String>> queue : queues.entrySet()) {
            for (int context : order)
                under(context, () -> queue.getValue().add("the same"));
            check("same String in " + queue.getKey(), order, taken(order.size(), queue.getValue()::poll));
        }
    }

    private static void sameObjectOnAStack() throws Exception {
        Map<String, java.util.Deque<String>> deques = Map.of("LinkedBlockingDeque", new LinkedBlockingDeque<>(),
                "ConcurrentLinkedDeque", new ConcurrentLinkedDeque<>());
        List<Integer> order = new ArrayList<>(List.of(CONTEXTS[1], CONTEXTS[2], CONTEXTS[1], 0, CONTEXTS[3]));
        for (Map.Entry<String, java.util.Deque<String>> deque : deques.entrySet()) {
            for (int context : order)
                under(context, () -> {
                    deque.getValue().push("the same");
                    return null;
                });
            List<Integer> seen = taken(order.size(), deque.getValue()::pop);
            Collections.reverse(seen);
            check("same String on the stack " + deque.getKey(), order, seen);
        }
    }

    /** What a thread without context runs under after each of so many takes. */
    private static List<Integer> taken(int count, Callable<?> take) throws Exception {
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        start(false, () -> {
            try {
                for (int i = 0; i < count; i++) {
                    take.call();
                    seen.add(Whodunit.current());
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }).join();
        return seen;
    }

    private static void drained() throws Exception {
        Map<String, BlockingQueue<Item>> queues = new LinkedHashMap<>();
        queues.put("LinkedBlockingQueue", new LinkedBlockingQueue<>());
        queues.put("ArrayBlockingQueue", new ArrayBlockingQueue<>(8));
        queues.put("PriorityBlockingQueue", new PriorityBlockingQueue<>());
        queues.put("DelayQueue", new DelayQueue<Item>());
        queues.put("LinkedBlockingDeque", new LinkedBlockingDeque<>());
        queues.put("LinkedTransferQueue", new LinkedTransferQueue<>());
        for (Map.Entry<String, BlockingQueue<Item>> named : queues.entrySet()) {
            BlockingQueue<Item> queue = named.getValue();
            put(queue, CONTEXTS[1], CONTEXTS[1]);
            List<Integer> seen = taken(1, () -> queue.drainTo(new ArrayList<>()));
            put(queue, CONTEXTS[1], CONTEXTS[2]);
            seen.addAll(taken(1, () -> queue.drainTo(new ArrayList<>(), 5)));
            check("drained from " + named.getKey(), List.of(CONTEXTS[1], 0), seen);
        }
    }

    private static void put(Queue<Item> queue, int... contexts) throws Exception {
        for (int context : contexts)
            under(context, () -> queue.add(new Item(context)));
    }

    /** What was removed leaves nothing behind for the same object, put again. */
    private static void removed() throws Exception {
        List<Queue<String>> queues = List.of(new LinkedBlockingQueue<>(), new ArrayBlockingQueue<>(8),
                new PriorityBlockingQueue<>(), new LinkedBlockingDeque<>(), new LinkedTransferQueue<>(),
                new ConcurrentLinkedQueue<>(), new ConcurrentLinkedDeque<>());
        for (Queue<String> queue : queues) {
            under(CONTEXTS[1], () -> queue.add("x"));
            queue.remove("x");
            under(CONTEXTS[2], () -> queue.add("x"));
            queue.clear();
            under(CONTEXTS[3], () -> queue.add("x"));
            check("removed from " + queue.getClass(), List.of(CONTEXTS[3]), taken(1, queue::poll));
        }
        BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
        under(CONTEXTS[1], () -> full.add("y"));
        under(CONTEXTS[2], () -> full.offer("z"));
        under(CONTEXTS[2], full::poll);
        under(CONTEXTS[3], () -> full.add("z"));
        check("not put", List.of(CONTEXTS[3]), taken(1, full::poll));
    }

    private static void exchanged() throws Exception {
        Exchanger<Object> exchanger = new Exchanger<>();
        Thread giver = start(false, () -> {
            try {
                under(CONTEXTS[4], () -> exchanger.exchange(new Item(0)));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        check("Exchanger", List.of(CONTEXTS[4]), taken(1, () -> exchanger.exchange(new Item(0))));
        giver.join();
    }

    /** A thread that serves a request of its own and gets an answer is not working for whoever answers. */
    private static void ownContextStays() throws Exception {
        BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
        under(CONTEXTS[1], () -> answers.add("answer"));
        under(CONTEXTS[1], () -> answers.add((Runnable) () -> {}));
        int previous = Whodunit.begin("type 2");
        answers.take();
        answers.take();
        check("a thread's own context", CONTEXTS[2], Whodunit.current());
        Whodunit.end(previous);
        check("afterwards", 0, Whodunit.current());
    }

    /** Connections of a pool, borrowed and given back by tasks of many requests. */
    private static void pooledThingsAreNotWork() throws Exception {
        record Connection(int number) {}
        Map<String, BlockingQueue<Connection>> pools = Map.of("ArrayBlockingQueue", new ArrayBlockingQueue<>(4),
                "LinkedBlockingDeque", new LinkedBlockingDeque<>());
        for (Map.Entry<String, BlockingQueue<Connection>> named : pools.entrySet()) {
            BlockingQueue<Connection> pool = named.getValue();
            for (int i = 0; i < 4; i++)
                pool.add(new Connection(i));
            ExecutorService tasks = Executors.newFixedThreadPool(6);
            List<Integer> wrong = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 2000; i++) {
                int context = CONTEXTS[i % TYPES];
                under(context, () -> tasks.submit(() -> {
                    for (int statement = 0; statement < 3; statement++) {
                        Connection borrowed = pool.take();
                        pause();
                        if (Whodunit.current() != context)
                            wrong.add(Whodunit.current());
                        pool.add(borrowed);
                    }
                    return null;
                }));
            }
            tasks.shutdown();
            tasks.awaitTermination(1, TimeUnit.MINUTES);
            check("pool in " + named.getKey(), List.of(), wrong.subList(0, Math.min(wrong.size(), 5)));
        }
    }

    /** What a request finds missing and adds, or gives back, is not its work; anything else that it puts is. */
    private static void poolsAreKnownAtOnce() throws Exception {
        for (Queue<Item> pool : List.of(new ConcurrentLinkedQueue<Item>(), new LinkedBlockingDeque<Item>())) {
            under(CONTEXTS[1], () -> pool.poll() == null && pool.add(new Item(0)));
            check("made for " + pool.getClass(), List.of(0), taken(1, pool::poll));
            pool.add(new Item(0));
            under(CONTEXTS[1], () -> pool.add(pool.poll()));
            check("given back to " + pool.getClass(), List.of(0), taken(1, pool::poll));
        }
        Queue<Item> work = new ConcurrentLinkedQueue<>(List.of(new Item(0)));
        under(CONTEXTS[1], () -> work.poll() != null && work.add(new Item(0)));
        check("put for another", List.of(CONTEXTS[1]), taken(1, work::poll));
        under(CONTEXTS[1], work::poll);
        under(CONTEXTS[2], () -> work.add(new Item(0)));
        check("put by another", List.of(CONTEXTS[2]), taken(1, work::poll));
    }

    /** A worker that looks into an urgent queue before it waits at the other. */
    private static void twoQueues() throws Exception {
        BlockingQueue<Item> urgent = new LinkedBlockingQueue<>(), normal = new LinkedBlockingQueue<>();
        List<Integer> wrong = new ArrayList<>();
        Thread worker = start(false, () -> {
            try {
                for (Item item;;) {
                    if ((item = urgent.poll()) == null && (item = normal.poll(1, TimeUnit.MILLISECONDS)) == null)
                        continue;
                    if (item.expected < 0)
                        return;
                    if (Whodunit.current() != item.expected)
                        wrong.add(Whodunit.current());
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        for (int i = 0; i < 3000; i++)
            put(i % 3 == 0 ? urgent : normal, CONTEXTS[i % TYPES]);
        put(normal, -1);
        worker.join();
        check("two queues", List.of(), wrong.subList(0, Math.min(wrong.size(), 5)));
    }
}
