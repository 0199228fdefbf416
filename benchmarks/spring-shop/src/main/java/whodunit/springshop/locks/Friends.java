// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.locks;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Two routes that share a lock, and know how long they have waited for it. */
@RestController
class Friends {
    private static final long HELD_MILLIS = 2;

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong left = new AtomicLong(), right = new AtomicLong();

    @GetMapping("/friends/left")
    String left() throws InterruptedException {
        return work(left);
    }

    @GetMapping("/friends/right")
    String right() throws InterruptedException {
        return work(right);
    }

    /** Milliseconds that a route has waited. */
    @GetMapping("/waited/{route}")
    double waited(@PathVariable String route) {
        return (route.equals("left") ? left : right).get() / 1e6;
    }

    /** @return what kind of thread works */
    private String work(AtomicLong waited) throws InterruptedException {
        if (!lock.tryLock()) {
            long since = System.nanoTime();
            lock.lock();
            waited.addAndGet(System.nanoTime() - since);
        }
        try {
            Thread.sleep(HELD_MILLIS);
        } finally {
            lock.unlock();
        }
        return Thread.currentThread().toString().startsWith("VirtualThread") ? "virtual" : "platform";
    }
}
