// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import seda.sandStorm.core.FiniteQueue;

class FiniteQueueTest extends QueueConcurrencyContract {
    @Override
    Ends make() {
        FiniteQueue queue = new FiniteQueue("queue");
        return new Ends(queue, queue);
    }
}
