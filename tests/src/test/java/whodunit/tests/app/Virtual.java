// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.util.concurrent.locks.LockSupport;
import whodunit.agent.api.Whodunit;

/**
 * A virtual thread without transaction is woken again and again by one that has a transaction. For JDK 21 and later.
 */
public final class Virtual {
    private static final int ROUNDS = 20;
    private static volatile long sum;

    private Virtual() {}

    public static void main(String[] args) throws Exception {
        Runnable work = () -> {
            for (int i = 0; i < ROUNDS; i++) {
                LockSupport.park();
                burn();
            }
        };
        Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        for (int i = 0; i < ROUNDS; i++) {
            while (thread.getState() != Thread.State.WAITING)
                Thread.sleep(1);
            int previous = Whodunit.begin("waker");
            LockSupport.unpark(thread);
            Whodunit.end(previous);
            while (thread.getState() == Thread.State.WAITING)
                Thread.onSpinWait();
        }
        thread.join();
    }

    private static void burn() {
        for (long i = 0; i < 10_000_000; i++)
            sum += i;
    }
}
