// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Records of Kafka: one that is sent carries its sender's context in its headers, and while a consumer's loop handles
 * one, its thread works for the transaction that the record was sent by, or for one of its own, called by topic and
 * group.
 */
public final class KafkaRecords {
    /** To the consumer's group. */
    private static final WeakIdentityMap<String> POLLED = new WeakIdentityMap<>();
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

    public static void polled(Object records, String group) {
        if (Native.namesRequests())
            POLLED.put(records, group == null ? "" : group);
    }

    /** What goes over polled records: each is taken up when it is given out. */
    public static <T> Iterator<T> iterator(Object records, Iterator<T> iterator) {
        String group = POLLED.get(records);
        return group == null ? iterator : new Handled<>(iterator, group);
    }

    private static void end() {
        Integer before = HANDLES.get();
        if (before != null) {
            HANDLES.remove();
            ThreadContext.set(before);
        }
    }

    private static void begin(Object record, String group) throws ReflectiveOperationException {
        end();
        String topic = (String) Accessors.of(record).topic.invoke(record);
        String baggage = Native.trustsBaggage() ? Accessors.of(record).baggage(record) : null;
        String wire = baggage == null ? null : Baggage.wire(baggage);
        int context = Types.context(wire == null ? 0 : Native.fromWire(wire),
                group.isEmpty() ? topic : topic + " (" + group + ")");
        Native.count(context, Native.BEGUN, 1);
        HANDLES.set(ThreadContext.set(context));
    }

    private static final class Handled<T> implements Iterator<T> {
        private final Iterator<T> records;
        private final String group;

        Handled(Iterator<T> records, String group) {
            this.records = records;
            this.group = group;
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
                begin(record, group);
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
