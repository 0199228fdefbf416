// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.reflect.Field;

/**
 * Records that Kafka Streams puts away when they are polled: a task takes them out one by one, and works for each until
 * it has processed it. What it takes up meanwhile that others have left is nobody's. Only where its step is seen from
 * the beginning to the end does a record begin anything: other versions may do it elsewhere.
 */
public final class StreamedRecords {
    private static final ThreadLocal<Step> STEP = ThreadLocal.withInitial(Step::new);
    /** The record in what it is put away in. */
    private static final ClassValue<Field> RECORD = new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> stamped) {
            try {
                return stamped.getField("value");
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private StreamedRecords() {}

    /** The calling thread has got records for a group. */
    static void polled(String group) {
        STEP.get().group = group;
    }

    /** A task of the calling thread is to process the next record, or finds that there is none. */
    public static void begins() {
        Step step = STEP.get();
        step.lasts = step.group != null;
    }

    /** It has taken this one, null if there was none. */
    public static void taken(Object stamped) {
        Step step = STEP.get();
        if (!step.lasts || step.taken || stamped == null)
            return;
        try {
            int context = KafkaRecords.context(RECORD.get(stamped.getClass()).get(stamped), step.group);
            step.before = ThreadContext.set(context);
            step.taken = true;
        } catch (ReflectiveOperationException | RuntimeException e) { // processed without a transaction
            Native.health(Native.INSTRUMENT_FAILED);
        }
    }

    /** It has processed what it has taken. */
    public static void ends() {
        Step step = STEP.get();
        if (step.taken)
            ThreadContext.set(step.before);
        step.lasts = step.taken = false;
    }

    /** It takes up what others have left. @return for {@link #othersEnd} */
    public static int othersBegin() {
        return STEP.get().taken ? ThreadContext.set(0) : 0;
    }

    public static void othersEnd(int before) {
        if (STEP.get().taken)
            ThreadContext.set(before);
    }

    /** What a thread does for one record. */
    private static final class Step {
        /** For which the thread has polled last. */
        String group;
        /** It has begun, and has taken a record. */
        boolean lasts, taken;
        int before;
    }
}
