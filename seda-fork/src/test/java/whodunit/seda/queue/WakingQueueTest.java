// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.core.FiniteQueue;

/** A queue that tells a thread manager. */
class WakingQueueTest extends QueueConcurrencyContract {
    private final AtomicInteger woken = new AtomicInteger();

    @Override
    Ends make() {
        FiniteQueue queue = new FiniteQueue("queue", new Counting());
        return new Ends(queue, queue);
    }

    @Test
    void itIsToldWhateverTheWayIn() throws Exception {
        sink.enqueue(new Item(0, 0));
        sink.enqueue_lossy(new Item(0, 1));
        sink.enqueue_many(Item.numbered(0, 2, 3));
        Object key = sink.enqueue_prepare(new QueueElementIF[] {new Item(0, 5)});
        assertThat(woken).hasValue(3);
        sink.enqueue_commit(key);
        assertThat(woken).hasValue(4);
    }

    private final class Counting implements ThreadManagerIF {
        @Override
        public void register(StageWrapperIF stage) {}

        @Override
        public void deregister(StageWrapperIF stage) {}

        @Override
        public void deregisterAll() {}

        @Override
        public void wake() {
            woken.incrementAndGet();
        }
    }
}
