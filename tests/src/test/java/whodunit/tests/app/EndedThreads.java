// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * A JVM whose threads live while files of its recording are finished. Says how many of them are still reachable when
 * all have ended. Argument: the recording directory.
 */
public final class EndedThreads {
    private static final int THREADS = 20, FILES = 2;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private EndedThreads() {}

    public static void main(String[] args) throws Exception {
        List<WeakReference<Thread>> ended = runUntilFilesAreFinished(Path.of(args[0]));
        long reachable = THREADS;
        for (long began = System.nanoTime(); reachable > 0 && System.nanoTime() - began < PATIENCE_NANOS;) {
            System.gc();
            reachable = ended.stream().filter(t -> t.get() != null).count();
        }
        System.out.println("still reachable: " + reachable);
    }

    private static List<WeakReference<Thread>> runUntilFilesAreFinished(Path recording) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++)
            threads.add(new Thread(() -> await(over)));
        threads.forEach(Thread::start);
        while (finished(recording) < FILES)
            Burn.nanos(10_000_000);
        over.countDown();
        for (Thread thread : threads)
            thread.join();
        return threads.stream().map(WeakReference::new).toList();
    }

    private static void await(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException never) {
            throw new IllegalStateException(never);
        }
    }

    private static long finished(Path recording) throws Exception {
        try (Stream<Path> files = Files.list(recording)) {
            return files.filter(f -> f.toString().endsWith(".jfr")).count();
        }
    }
}
