// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.concurrent.Semaphore;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;

/** Counts events, and says when so many have come. */
final class Consumer implements EventHandlerIF, SingleThreadedEventHandlerIF {
    private final Semaphore done = new Semaphore(0);
    private final int goal;
    private int count;

    Consumer(int goal) {
        this.goal = goal;
    }

    void await() throws InterruptedException {
        done.acquire();
    }

    @Override
    public void handleEvent(QueueElementIF element) {
        if (++count == goal) {
            count = 0;
            done.release();
        }
    }

    @Override
    public void handleEvents(QueueElementIF[] elements) {
        for (QueueElementIF e : elements)
            handleEvent(e);
    }

    @Override
    public void init(ConfigDataIF config) {}

    @Override
    public void destroy() {}
}
