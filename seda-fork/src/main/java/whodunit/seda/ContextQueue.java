// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import seda.sandStorm.api.QueueElementIF;

/**
 * An unbounded queue of elements, each with the context that it was enqueued under in a slot beside it. Any number of
 * producers, lock-free: one fetch-and-add gives out the next slots of a chunk. One consumer at a time: the caller's
 * lock sees to that. First in, first out for each producer.
 */
public final class ContextQueue {
    private static final int SIZE = 512;
    private static final int SPINS = 100;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(QueueElementIF[].class);
    private static final VarHandle RESERVED;
    private static final VarHandle NEXT;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            RESERVED = lookup.findVarHandle(Chunk.class, "reserved", int.class);
            NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
            TAIL = lookup.findVarHandle(ContextQueue.class, "tail", Chunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** So many slots in a row. An element is published by its store, after its context. */
    private static final class Chunk {
        final QueueElementIF[] elements = new QueueElementIF[SIZE];
        final int[] contexts = Contexts.ON ? new int[SIZE] : null;
        /** Position of the first slot in the whole queue. */
        final long base;
        /** The chunk behind it, if any; itself once it has been consumed. */
        volatile Chunk next;
        /** Slots given out; beyond SIZE, somebody has found the chunk full. */
        volatile int reserved;

        Chunk(long base) {
            this.base = base;
        }
    }

    private volatile Chunk tail = new Chunk(0);

    // The consumer's; `consumed` is written under the lock and read by anybody.
    private Chunk head = tail;
    private int at;
    private volatile long consumed;

    /** Appends the element under the calling thread's context. */
    public void add(QueueElementIF element) {
        int context = Contexts.current();
        for (;;) {
            Chunk chunk = tail;
            int i = (int) RESERVED.getAndAdd(chunk, 1);
            if (i < SIZE) {
                put(chunk, i, element, context);
                return;
            }
            advance(chunk);
        }
    }

    /** Appends the elements, none of them null, under the context. */
    public void addAll(QueueElementIF[] elements, int context) {
        for (int done = 0; done < elements.length;) {
            Chunk chunk = tail;
            int i = (int) RESERVED.getAndAdd(chunk, elements.length - done);
            while (i < SIZE && done < elements.length)
                put(chunk, i++, elements[done++], context);
            if (done < elements.length)
                advance(chunk);
        }
    }

    private static void put(Chunk chunk, int i, QueueElementIF element, int context) {
        if (Contexts.ON)
            chunk.contexts[i] = context;
        ELEMENT.setRelease(chunk.elements, i, element);
    }

    /** Moves the tail behind a chunk that is full. */
    private void advance(Chunk full) {
        Chunk next = full.next;
        if (next == null) {
            Chunk fresh = new Chunk(full.base + SIZE);
            next = (Chunk) NEXT.compareAndExchange(full, null, fresh);
            if (next == null)
                next = fresh;
        }
        if (next != full) // else the consumer has moved it already
            TAIL.compareAndSet(this, full, next);
    }

    /** Elements whose slots were given out and that were not taken. */
    public int size() {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, produced() - consumed));
    }

    private long produced() {
        for (;;) {
            Chunk chunk = tail;
            int reserved = chunk.reserved;
            if (reserved < SIZE)
                return chunk.base + reserved;
            Chunk next = chunk.next;
            if (next == null)
                return chunk.base + SIZE;
            if (next != chunk)
                TAIL.compareAndSet(this, chunk, next);
        }
    }

    public boolean isEmpty() {
        return produced() <= consumed;
    }

    /**
     * Takes out the first elements. Only for one thread at a time.
     *
     * @param into filled, so no longer than {@link #size} was for this consumer
     * @param contexts those of the elements, or null
     */
    public void take(QueueElementIF[] into, int[] contexts) {
        Chunk chunk = head;
        int slot = at; // its field shares a cache line with what producers read
        for (int i = 0; i < into.length; i++) {
            if (slot == SIZE) {
                Chunk next = chunk.next; // is there: the tail was moved to it before anything behind could be counted
                chunk.next = chunk; // a producer that still looks there sees that it is too late
                chunk = next;
                slot = 0;
            }
            into[i] = await(chunk.elements, slot);
            if (contexts != null)
                contexts[i] = chunk.contexts[slot];
            chunk.elements[slot++] = null; // what was taken is no garbage that we keep
        }
        head = chunk;
        at = slot;
        consumed += into.length;
    }

    /** A slot is filled at once after it was given out, unless its producer lost the processor in between. */
    private static QueueElementIF await(QueueElementIF[] elements, int i) {
        QueueElementIF element;
        for (int spins = 0; (element = (QueueElementIF) ELEMENT.getAcquire(elements, i)) == null; spins++) {
            if (spins < SPINS)
                Thread.onSpinWait();
            else
                Thread.yield();
        }
        return element;
    }
}
