// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import seda.sandStorm.core.FiniteQueue;

/** Every enqueue goes through the admission lock. */
class PredicateQueueTest extends QueueConcurrencyContract {
    @Override
    Ends make() {
        FiniteQueue queue = new FiniteQueue(e -> true);
        return new Ends(queue, queue);
    }
}
