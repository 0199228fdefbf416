// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Places where one transaction waits until another one brings something: its name. */
interface Handover {
    void put(String self);

    /** Waits until there is something. */
    String take();

    static Map<String, Handover> kinds() {
        return Map.of("notify", new Notify(), "condition", new Signal(), "park", new Park(), "completable",
                new Completable());
    }

    final class Notify implements Handover {
        private String brought;

        @Override
        public synchronized void put(String self) {
            brought = self;
            notify();
        }

        @Override
        public synchronized String take() {
            try {
                for (brought = null; brought == null;)
                    wait();
                return brought;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    final class Signal implements Handover {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition there = lock.newCondition();
        private String brought;

        @Override
        public void put(String self) {
            lock.lock();
            brought = self;
            there.signal();
            lock.unlock();
        }

        @Override
        public String take() {
            lock.lock();
            try {
                for (brought = null; brought == null;)
                    there.await();
                return brought;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                lock.unlock();
            }
        }
    }

    /** LockSupport as it is. */
    final class Park implements Handover {
        private volatile Thread taker;
        private volatile String brought;

        @Override
        public void put(String self) {
            brought = self;
            LockSupport.unpark(taker);
        }

        @Override
        public String take() {
            taker = Thread.currentThread();
            for (brought = null; brought == null;)
                LockSupport.park(this);
            return brought;
        }
    }

    /** Completed by a worker of a pool, on behalf of the transaction that has submitted the task. */
    final class Completable implements Handover {
        private final ExecutorService pool = Executors.newSingleThreadExecutor();
        private volatile CompletableFuture<String> brought;

        @Override
        public void put(String self) {
            pool.execute(() -> brought.complete(self));
        }

        @Override
        public String take() {
            return (brought = new CompletableFuture<>()).join();
        }
    }
}
