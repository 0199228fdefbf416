// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * An object by its identity, weakly held, as the key of a map; a place is a number that tells several keys of one
 * object apart. One whose object was collected equals itself alone. Used inside instrumented JDK code, as
 * {@link PendingTaskContexts} is.
 */
final class WeakKey extends WeakReference<Object> {
    private final int place, hash;

    WeakKey(int place, Object object, ReferenceQueue<Object> collected) {
        super(object, collected);
        this.place = place;
        hash = hash(place, object);
    }

    private static int hash(int place, Object object) {
        return System.identityHashCode(object) + 31 * place;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other)
            return true;
        Object object = get();
        return object != null && other instanceof WeakKey key && key.place == place && key.get() == object;
    }

    /** Finds a key by its object. */
    static final class Probe {
        private final int place;
        private final Object object;

        Probe(int place, Object object) {
            this.place = place;
            this.object = object;
        }

        @Override
        public int hashCode() {
            return hash(place, object);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof WeakKey key && key.place == place && key.get() == object;
        }
    }
}
