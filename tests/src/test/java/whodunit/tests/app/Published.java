// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: threads that switch contexts, one of them virtual where there are such. For each line
 * that it reads it takes a step, and says of each thread its number, its context and its transaction type.
 */
public final class Published {
    private static final int THREADS = 3;
    private static final String[] SAID = new String[THREADS];

    /** How many threads have said what they have in this step. */
    private static final AtomicInteger DONE = new AtomicInteger();
    private static volatile int step;

    private Published() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            boolean virtual = i == 0 && Runtime.version().feature() >= 21;
            start(virtual, () -> run(number, virtual));
        }
        for (int n = 0; System.in.read() >= 0; n++) {
            DONE.set(0);
            step = n + 1;
            while (DONE.get() < THREADS)
                Thread.sleep(1);
            for (String said : SAID)
                System.out.println(said);
            System.out.println(".");
        }
        System.exit(0);
    }

    private static void start(boolean virtual, Runnable work) throws ReflectiveOperationException {
        if (virtual)
            Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        else
            new Thread(work).start();
    }

    /** A virtual thread must not wait while it is looked at: it would not be on its platform thread then. */
    private static void run(int number, boolean virtual) {
        try {
            for (int n = 1;; n++) {
                while (step < n)
                    if (virtual)
                        Thread.onSpinWait();
                    else
                        Thread.sleep(1);
                String type = switchContext(number + n, "T" + number + "-" + n);
                String thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
                SAID[number] = thread + " " + String.format("%08x", Whodunit.current()) + " " + type;
                DONE.incrementAndGet();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String switchContext(int kind, String type) {
        Whodunit.attach(0);
        if (kind % 4 == 0)
            return "-";
        Whodunit.begin(type);
        if (kind % 4 == 1)
            Whodunit.attach(Whodunit.stage(Whodunit.current(), "stage"));
        return type;
    }
}
