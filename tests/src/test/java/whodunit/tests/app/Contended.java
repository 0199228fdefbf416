// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/** Locks of all kinds that know who let go of them last. */
final class Contended {
    private Contended() {}

    interface Lock {
        /**
         * Runs the section under the lock.
         *
         * @param section is told who let go of the lock before it was got
         */
        void with(String self, Consumer<Turn> section);
    }

    /** Somebody's time under a lock that is over. */
    record Turn(String name, long ended) {
        static final Turn NOBODY = new Turn("nobody", Long.MIN_VALUE);

        static Turn ends(String name) {
            return new Turn(name, System.nanoTime());
        }
    }

    static Map<String, Lock> locks() {
        return Map.of("monitor", new Monitor(), "lock", new Exclusive(new ReentrantLock()),
                "fair", new Exclusive(new ReentrantLock(true)), "semaphore", new Permit(),
                "rwlock", new ReadWrite(new ReentrantReadWriteLock()), "stamped",
                new ReadWrite(new StampedLock().asReadWriteLock()));
    }

    private static final class Monitor implements Lock {
        private Turn last = Turn.NOBODY;

        @Override
        public synchronized void with(String self, Consumer<Turn> section) {
            section.accept(last);
            last = Turn.ends(self);
        }
    }

    private static final class Exclusive implements Lock {
        private final java.util.concurrent.locks.Lock lock;
        private Turn last = Turn.NOBODY;

        Exclusive(java.util.concurrent.locks.Lock lock) {
            this.lock = lock;
        }

        @Override
        public void with(String self, Consumer<Turn> section) {
            lock.lock();
            try {
                section.accept(last);
                last = Turn.ends(self);
            } finally {
                lock.unlock();
            }
        }
    }

    /** One permit: with more, who gave the one that was got? */
    private static final class Permit implements Lock {
        private final Semaphore permits = new Semaphore(1);
        private Turn last = Turn.NOBODY;

        @Override
        public void with(String self, Consumer<Turn> section) {
            permits.acquireUninterruptibly();
            try {
                section.accept(last);
                last = Turn.ends(self);
            } finally {
                permits.release();
            }
        }
    }

    /** Readers wait for writers only; a writer waits for whoever was in last. */
    private static final class ReadWrite implements Lock {
        private final ReadWriteLock lock;
        private volatile Turn last = Turn.NOBODY, lastWriter = Turn.NOBODY;

        ReadWrite(ReadWriteLock lock) {
            this.lock = lock;
        }

        @Override
        public void with(String self, Consumer<Turn> section) {
            boolean writes = ThreadLocalRandom.current().nextInt(3) == 0;
            java.util.concurrent.locks.Lock side = writes ? lock.writeLock() : lock.readLock();
            side.lock();
            try {
                section.accept(writes ? last : lastWriter);
                last = Turn.ends(self);
                if (writes)
                    lastWriter = last;
            } finally {
                side.unlock();
            }
        }
    }
}
