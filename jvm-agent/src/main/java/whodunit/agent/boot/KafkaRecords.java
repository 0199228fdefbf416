// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Records of Kafka: one that is sent carries its sender's context in its headers, and while a consumer's loop handles
 * one, its thread works for the transaction that the record was sent by, or for one of its own, called by topic and
 * group.
 */
public final class KafkaRecords {
    private static final WeakIdentityMap<Polled> POLLED = new WeakIdentityMap<>();
    /** By consumer: one that has no group says so by an exception, which is too dear for each poll. */
    private static final WeakIdentityMap<String> GROUPS = new WeakIdentityMap<>();
    /** The thread handles a record: what it is under then came from here. */
    private static final ThreadLocal<Integer> HANDLES = new ThreadLocal<>();

    private KafkaRecords() {}

    /** The header of a record that the calling thread sends; null if it is to stay as it is. */
    public static byte[] header(byte[] existing) {
        String text = OutgoingBaggage.header(existing == null ? null : new String(existing, StandardCharsets.UTF_8));
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** The calling thread waits for the next records. */
    public static void polls() {
        end();
    }

    /** The group of a consumer, empty if it has none; null if it is to be asked. */
    public static String groupOf(Object consumer) {
        return GROUPS.get(consumer);
    }

    /** A consumer was asked for its group: null if it has none. */
    public static String isIn(Object consumer, String group) {
        String named = group == null ? "" : group;
        GROUPS.put(consumer, named);
        return named;
    }

    public static void polled(Object records, String group) {
        if (!Native.namesRequests())
            return;
        POLLED.put(records, new Polled(group));
        StreamedRecords.polled(group);
    }

    /** What goes over polled records: each is taken up when it is given out. */
    public static <T> Iterator<T> iterator(Object records, Iterator<T> iterator) {
        Polled polled = POLLED.get(records);
        return polled == null ? iterator : new Handled<>(iterator, polled.group, polled.countsAll());
    }

    /** The same for the records of one partition. */
    public static <T> List<T> ofPartition(Object records, Object partition, List<T> list) {
        Polled polled = POLLED.get(records);
        return polled == null || list.isEmpty() ? list : new PartOf<>(list, polled, partition);
    }

    /** The group that polled them; null if they are not followed. */
    static String group(Object records) {
        Polled polled = POLLED.get(records);
        return polled == null ? null : polled.group;
    }

    static void end() {
        Integer before = HANDLES.get();
        if (before != null) {
            HANDLES.remove();
            ThreadContext.set(before);
        }
    }

    /** What a record is handled under: its sender's transaction, or one of its own. */
    static int context(Object record, String group) throws ReflectiveOperationException {
        String baggage = Native.trustsBaggage() ? Accessors.of(record).baggage(record) : null;
        String wire = Baggage.wire(baggage);
        return Types.context(wire == null ? 0 : Native.fromWire(wire), name(record, group));
    }

    /** What a record is called that nobody's transaction sent. */
    static String name(Object record, String group) throws ReflectiveOperationException {
        String topic = (String) Accessors.of(record).topic.invoke(record);
        return group.isEmpty() ? topic : topic + " (" + group + ")";
    }

    private static void begin(Object record, String group, boolean counts) throws ReflectiveOperationException {
        end();
        int context = context(record, group);
        if (counts)
            Native.count(context, Native.BEGUN, 1);
        HANDLES.set(ThreadContext.set(context));
    }

    /** By whom records were polled, and which of them somebody has gone over: each is counted once. */
    private static final class Polled {
        private static final Object ALL = "all";

        final String group;
        private final Set<Object> gone = new HashSet<>();

        Polled(String group) {
            this.group = group;
        }

        /** Somebody goes over all records: whether that is the first time. */
        synchronized boolean countsAll() {
            return gone.isEmpty() && gone.add(ALL);
        }

        synchronized boolean counts(Object partition) {
            return !gone.contains(ALL) && gone.add(partition);
        }
    }

    /** Records of one partition, as unmodifiable as Kafka's list: each is taken up when the iterator gives it out. */
    private static final class PartOf<T> extends AbstractList<T> {
        private final List<T> records;
        private final Polled polled;
        private final Object partition;

        PartOf(List<T> records, Polled polled, Object partition) {
            this.records = records;
            this.polled = polled;
            this.partition = partition;
        }

        @Override
        public T get(int index) {
            return records.get(index);
        }

        @Override
        public int size() {
            return records.size();
        }

        @Override
        public Iterator<T> iterator() {
            return new Handled<>(records.iterator(), polled.group, polled.counts(partition));
        }
    }

    private static final class Handled<T> implements Iterator<T> {
        private final Iterator<T> records;
        private final String group;
        private final boolean counts;

        Handled(Iterator<T> records, String group, boolean counts) {
            this.records = records;
            this.group = group;
            this.counts = counts;
        }

        @Override
        public boolean hasNext() {
            boolean more = records.hasNext();
            if (!more)
                end();
            return more;
        }

        @Override
        public T next() {
            T record = records.next();
            try {
                begin(record, group, counts);
            } catch (ReflectiveOperationException | RuntimeException e) { // handled without a transaction
                Native.health(Native.INSTRUMENT_FAILED);
            }
            return record;
        }

        @Override
        public void remove() {
            records.remove();
        }

        @Override
        public void forEachRemaining(Consumer<? super T> action) {
            while (hasNext())
                action.accept(next());
        }
    }

    /** The public methods of one copy of Kafka's classes. */
    private static final class Accessors {
        private static final ClassValue<Accessors> OF = new ClassValue<>() {
            @Override
            protected Accessors computeValue(Class<?> record) {
                try {
                    return new Accessors(record);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };

        private final Method topic, headers, lastHeader, value;

        private Accessors(Class<?> record) throws ReflectiveOperationException {
            topic = record.getMethod("topic");
            headers = record.getMethod("headers");
            lastHeader = headers.getReturnType().getMethod("lastHeader", String.class);
            value = lastHeader.getReturnType().getMethod("value");
        }

        static Accessors of(Object record) {
            return OF.get(record.getClass());
        }

        String baggage(Object record) throws ReflectiveOperationException {
            Object header = lastHeader.invoke(headers.invoke(record), Baggage.HEADER);
            byte[] bytes = header == null ? null : (byte[]) value.invoke(header);
            return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
