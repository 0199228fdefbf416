// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntBinaryOperator;
import whodunit.agent.boot.Native;

/**
 * Walks down random call paths and asks at the end of each for its synopsis, in code that is interpreted, compiled,
 * inlined, deoptimized and compiled again meanwhile. It knows its own path: the same one must have the same synopsis at
 * all times and in all threads, two must never share one.
 */
public final class Paths {
    private static final int DEPTH = 9;
    private static final int ROUNDS = Integer.getInteger("rounds", 60_000);
    private static final Map<String, Integer> SYNOPSES = new ConcurrentHashMap<>();
    private static final Map<Integer, String> PATHS = new ConcurrentHashMap<>();
    private static final AtomicLong CAPTURED = new AtomicLong();
    private static Method reflected;

    /** A call that is monomorphic at first: the later receivers throw away what was compiled on that belief. */
    abstract static class Step {
        abstract int go(int choices, int left);
    }

    static final class Left extends Step {
        @Override
        int go(int choices, int left) {
            return down(choices, left);
        }
    }

    static final class Right extends Step {
        @Override
        int go(int choices, int left) {
            return down(choices, left);
        }
    }

    private static volatile Step step = new Left();

    private static int a(int choices, int left) {
        return down(choices, left);
    }

    private static int b(int choices, int left) {
        int x = down(choices, left);
        return x == 0 ? 1 : x;
    }

    /** Two lines that lead on: two paths. */
    private static int down(int choices, int left) {
        if (left == 0)
            return Native.capture(0, 0, false);
        switch (choices & 3) {
            case 0 :
                return a(choices >> 2, left - 1);
            case 1 :
                return b(choices >> 2, left - 1);
            case 2 :
                return step.go(choices >> 2, left - 1);
            default :
                return a(choices >> 2, left - 1);
        }
    }

    private static int viaReflection(int choices) throws ReflectiveOperationException {
        return (Integer) reflected.invoke(null, choices, DEPTH);
    }

    private static int viaLambda(int choices) {
        IntBinaryOperator f = (c, d) -> down(c, d);
        return f.applyAsInt(choices, DEPTH);
    }

    private static void walk(int seed) throws ReflectiveOperationException {
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            int choices = random.nextInt(1 << 2 * DEPTH) & (i % 3 == 0 ? -1 : 0x3f); // some are frequent, some are rare
            boolean lambda = i % 5 == 0;
            String receiver = step.getClass().getSimpleName(); // main changes it only while nobody walks
            int synopsis = lambda ? viaLambda(choices) : viaReflection(choices);
            check((lambda ? "lambda " : "reflection ") + receiver(choices, receiver) + choices, synopsis);
        }
        CAPTURED.addAndGet(ROUNDS);
    }

    private static String receiver(int choices, String name) {
        for (int i = 0; i < DEPTH; i++)
            if ((choices >> 2 * i & 3) == 2)
                return name + " ";
        return "";
    }

    private static void check(String path, int synopsis) {
        Integer before = SYNOPSES.putIfAbsent(path, synopsis);
        if (before != null && before != synopsis)
            System.out.println("WRONG: " + path + " was " + before + " and is " + synopsis);
        String other = PATHS.putIfAbsent(synopsis, path);
        if (other != null && !other.equals(path))
            System.out.println("WRONG: " + synopsis + " is " + other + " and " + path);
    }

    /** The first to ask is a virtual thread: the others' paths must be recognised all the same. */
    private static void ask(Method startThread) throws Exception {
        ((Thread) startThread.invoke(null, (Runnable) () -> down(0, DEPTH))).join();
    }

    public static void main(String[] args) throws Exception {
        if (Runtime.version().feature() >= 21)
            ask(Thread.class.getMethod("startVirtualThread", Runnable.class));
        reflected = Paths.class.getDeclaredMethod("down", int.class, int.class);
        for (int i = 0; i < 40; i++)
            reflected.invoke(null, 0, DEPTH); // from native accessors to generated ones, which are other frames
        for (Step s : new Step[] {new Left(), new Right(), new Left()}) {
            step = s;
            Thread[] threads = new Thread[3];
            for (int t = 0; t < threads.length; t++) {
                int seed = t;
                threads[t] = new Thread(() -> {
                    try {
                        walk(seed);
                    } catch (ReflectiveOperationException e) {
                        System.out.println("WRONG: " + e);
                    }
                });
                threads[t].start();
            }
            for (Thread t : threads)
                t.join();
        }
        System.out.println("paths " + PATHS.size() + " captured " + CAPTURED);
    }
}
