// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of other people's objects, by identity, for as long as they live: so no value may lead back to its
 * object, which would keep both for ever. Any thread, also while it mounts a virtual one: uses nothing that is
 * instrumented.
 */
public final class WeakIdentityMap<V> {
    private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    /** The object, or the place of one that was collected. */
    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object object, ReferenceQueue<Object> collected) {
            super(object, collected);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other || other instanceof Key key && get() != null && get() == key.get();
        }
    }

    /** Finds a {@link Key} by its object. */
    private static final class Probe {
        private final Object object;

        Probe(Object object) {
            this.object = object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.get() == object;
        }
    }

    public void put(Object object, V value) {
        for (Reference<?> gone; (gone = collected.poll()) != null;)
            values.remove(gone);
        values.put(new Key(object, collected), value);
    }

    /** Null if nothing is known. */
    public V get(Object object) {
        return values.isEmpty() ? null : values.get(new Probe(object));
    }

    /** What was known of it, null if nothing. */
    public V remove(Object object) {
        return values.isEmpty() ? null : values.remove(new Probe(object));
    }
}
