// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.ArrayDeque;
import java.util.Queue;
import whodunit.agent.api.Whodunit;

/** The examples of docs/java.md: begin and end, attach, and a queue of one's own. Says which contexts it saw. */
public final class OwnQueue {
    private static final Queue<Job> QUEUE = new ArrayDeque<>();

    /** What is put into the queue keeps the context of who put it there. */
    private static final class Job {
        final int context = Whodunit.current();
        final Runnable work;

        Job(Runnable work) {
            this.work = work;
        }
    }

    private OwnQueue() {}

    private static void put(Runnable work) {
        synchronized (QUEUE) {
            QUEUE.add(new Job(work));
            QUEUE.notifyAll();
        }
    }

    private static void workOne() throws InterruptedException {
        Job job;
        synchronized (QUEUE) {
            while (QUEUE.isEmpty())
                QUEUE.wait();
            job = QUEUE.remove();
        }
        int before = Whodunit.attach(job.context);
        try {
            job.work.run();
        } finally {
            Whodunit.detach(before);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int before = Whodunit.begin("nightly job");
        int begun = Whodunit.current();
        try {
            put(() -> System.out.println("in the queue: " + (Whodunit.current() == begun)));
        } finally {
            Whodunit.end(before);
        }
        Thread worker = new Thread(() -> {
            try {
                workOne();
                System.out.println("afterwards: " + Whodunit.current());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        worker.start();
        worker.join();
        System.out.println("a transaction: " + (begun != 0) + ", wire form: " + (Whodunit.toWire(begun) != null));
    }
}
