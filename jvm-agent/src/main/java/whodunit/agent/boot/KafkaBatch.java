// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;

/**
 * Records that a listener of Spring's gets all at once. While it goes over the list that it is given, of records or of
 * their values, its thread works for the record that was given out last. What it does otherwise is for all of them:
 * under the context that they share, or else the batch's own, called by topic and group.
 */
public final class KafkaBatch {
    private static final ThreadLocal<KafkaBatch> HANDLED = new ThreadLocal<>();

    private final Thread thread = Thread.currentThread();
    private final int[] contexts;
    private final int whole, before;
    private final boolean mixed;
    private boolean oneByOne, over;

    private KafkaBatch(int[] contexts, int whole, boolean mixed) {
        this.contexts = contexts;
        this.whole = whole;
        this.mixed = mixed;
        before = ThreadContext.set(whole);
    }

    /**
     * The calling thread is about to hand the list to a listener; to be ended by {@link #end}.
     *
     * @param polled where the records come from
     * @return null if they are not followed
     */
    public static KafkaBatch begin(Object polled, List<?> records) throws ReflectiveOperationException {
        String group = records == null || records.isEmpty() ? null : KafkaRecords.group(polled);
        if (group == null)
            return null;
        KafkaRecords.end();
        int[] contexts = new int[records.size()];
        boolean mixed = false;
        for (int i = 0; i < contexts.length; i++) {
            contexts[i] = KafkaRecords.context(records.get(i), group);
            mixed |= contexts[i] != contexts[0];
        }
        KafkaBatch batch = new KafkaBatch(contexts,
                mixed ? Types.context(0, KafkaRecords.name(records.get(0), group)) : contexts[0], mixed);
        HANDLED.set(batch);
        return batch;
    }

    /** The list that the listener gets: the same records. */
    public <T> List<T> handled(List<T> records) {
        return new OneByOne<>(records, this);
    }

    /**
     * What the records' values were made into, in their order.
     *
     * @return null if it is no such list, or not the calling thread's
     */
    public static List<?> values(Object values) {
        KafkaBatch batch = HANDLED.get();
        if (batch == null || !(values instanceof ArrayList<?> list) || list.size() != batch.contexts.length)
            return null;
        batch.oneByOne = false; // it was the converter that went over the records
        return batch.handled(list);
    }

    /** The listener has returned. */
    public void end() {
        over = true;
        HANDLED.remove();
        ThreadContext.set(before);
        if (mixed && !oneByOne)
            Native.health(Native.KAFKA_MIXED);
    }

    /** An ArrayList as Spring's own is, whose iterator tells which record is at work. */
    private static final class OneByOne<T> extends ArrayList<T> {
        private static final long serialVersionUID = 1;

        private final transient KafkaBatch batch;

        OneByOne(Collection<T> records, KafkaBatch batch) {
            super(records);
            this.batch = batch;
        }

        @Override
        public Iterator<T> iterator() {
            Iterator<T> records = super.iterator();
            return batch == null || batch.over || Thread.currentThread() != batch.thread
                    || size() != batch.contexts.length ? records : batch.new Handled<>(records);
        }

        @Override
        public void forEach(Consumer<? super T> action) {
            iterator().forEachRemaining(action);
        }

        @Override
        public Spliterator<T> spliterator() {
            return Spliterators.spliterator(iterator(), size(), Spliterator.ORDERED);
        }
    }

    private final class Handled<T> implements Iterator<T> {
        private final Iterator<T> records;
        private int next;

        Handled(Iterator<T> records) {
            this.records = records;
        }

        private boolean isOurs() {
            return !over && Thread.currentThread() == thread;
        }

        @Override
        public boolean hasNext() {
            boolean more = records.hasNext();
            if (!more && isOurs())
                ThreadContext.set(whole);
            return more;
        }

        @Override
        public T next() {
            T record = records.next();
            if (isOurs() && next < contexts.length) {
                ThreadContext.set(contexts[next]);
                oneByOne = true;
            }
            next++;
            return record;
        }

        @Override
        public void remove() {
            records.remove();
        }
    }
}
