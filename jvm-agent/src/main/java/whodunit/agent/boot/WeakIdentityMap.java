// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of other people's objects, by identity, for as long as they live: so no value may lead back to its
 * object, which would keep both for ever. Any thread, also while it mounts a virtual one: uses nothing that is
 * instrumented.
 */
public final class WeakIdentityMap<V> {
    private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    public void put(Object object, V value) {
        forgetCollected();
        values.put(new WeakKey(0, object, collected), value);
    }

    /** What is known of it already; null if the value has been put. */
    V putIfAbsent(Object object, V value) {
        forgetCollected();
        return values.putIfAbsent(new WeakKey(0, object, collected), value);
    }

    private void forgetCollected() {
        for (Reference<?> gone; (gone = collected.poll()) != null;)
            values.remove(gone);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /** Null if nothing is known. */
    public V get(Object object) {
        return values.isEmpty() ? null : values.get(new WeakKey.Probe(0, object));
    }

    /** What was known of it, null if nothing. */
    public V remove(Object object) {
        return values.isEmpty() ? null : values.remove(new WeakKey.Probe(0, object));
    }
}
