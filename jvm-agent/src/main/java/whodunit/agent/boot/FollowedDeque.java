// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.ArrayDeque;

/** Stands in for a queue that a library keeps under its own lock: who takes an element goes on for who has put it. */
public final class FollowedDeque<E> extends ArrayDeque<E> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(E element) {
        QueueHandover.put(this, element);
        return super.offer(element);
    }

    @Override
    public E poll() {
        E element = super.poll();
        QueueHandover.takenForAll(this, element);
        return element;
    }
}
