// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

import java.util.concurrent.locks.ReentrantLock;

/** A fair {@link ReentrantLock}. */
final class LockHandoff extends Handoff {
    private final ReentrantLock lock = new ReentrantLock(true);

    @Override
    void hold() {
        lock.lock();
        try {
            waitForWaiter();
            release();
        } finally {
            lock.unlock();
        }
    }

    @Override
    void take() {
        arrive();
        lock.lock();
        try {
            acquire();
        } finally {
            lock.unlock();
        }
    }
}
