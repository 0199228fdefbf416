// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import whodunit.agent.api.Whodunit;

/**
 * Virtual threads that wait, at one place and at many depths of what is frozen, and that burn CPU: for JDK 21 and
 * later. Every transaction waits for the lock below {@code outermost}, and burns as much as the others.
 */
public final class VirtualPaths {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final int THREADS = 40, ROUNDS = 10;
    private static volatile long sum;

    private VirtualPaths() {}

    public static void main(String[] args) throws Exception {
        ExecutorService threads = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor")
                .invoke(null);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int type = i % 2;
            all.add(threads.submit(() -> {
                int previous = Whodunit.begin("type " + type);
                outermost(type);
                Whodunit.end(previous);
            }));
        }
        for (Future<?> one : all)
            one.get();
        System.out.println("sum " + sum);
    }

    private static void outermost(int type) {
        for (int i = 0; i < ROUNDS; i++)
            deeper(type, 10);
    }

    /** Frames that stay frozen while the innermost ones run. */
    private static void deeper(int type, int levels) {
        if (levels > 0) {
            deeper(type, levels - 1);
            return;
        }
        for (int i = 0; i < 3; i++)
            locked(type);
    }

    private static void locked(int type) {
        LOCK.lock();
        try {
            if (type == 0)
                burnZero();
            else
                burnOne();
        } finally {
            LOCK.unlock();
        }
    }

    private static void burnZero() {
        burn();
    }

    private static void burnOne() {
        burn();
    }

    private static void burn() {
        for (long i = 0; i < 1_000_000; i++)
            sum += i;
    }
}
