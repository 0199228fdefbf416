// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.reflect.Field;
import java.util.Set;

/**
 * What a subscriber of Reactor's, RxJava's or Mutiny's passes on to: the next one, by the field in which each of their
 * operators keeps it. Where a module does not let us look, nothing is known.
 */
final class Subscribers {
    private static final int LONGEST = 200;
    private static final String[] NEXT = {"actual", "downstream", "subscriber", "parent"};
    private static final Set<String> WAITING = Set.of(HotSources.waiters());

    private static final ClassValue<Subscribers> KINDS = new ClassValue<>() {
        @Override
        protected Subscribers computeValue(Class<?> type) {
            return new Subscribers(type);
        }
    };

    private static final Set<String> FIRST = Set.of("FluxTake", "FluxLimitRequest", "ObservableTake", "FlowableTake",
            "MultiSelectFirstOp");
    private static final String[] TAKEN = {"n", "toProduce", "numberOfItems", "remaining"};

    private final Field next;
    private final boolean waits, repeats;
    /** How many elements it takes, if it waits only where that is one. */
    private final Field taken;

    private Subscribers(Class<?> type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        waits = nested > 0 && WAITING.contains(name.substring(0, nested));
        repeats = nested > 0 && name.indexOf("Repeat", nested) > 0;
        next = field(type, NEXT);
        taken = waits && FIRST.contains(name.substring(name.lastIndexOf('.') + 1, nested)) ? field(type, TAKEN) : null;
    }

    private static Field field(Class<?> type, String[] names) {
        for (String name : names)
            for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass())
                try {
                    Field field = c.getDeclaredField(name);
                    field.setAccessible(true);
                    return field;
                } catch (NoSuchFieldException | RuntimeException e) {
                    continue;
                }
        return null;
    }

    /** The one behind it, null if that is not known. */
    static Object next(Object subscriber) throws IllegalAccessException {
        Subscribers kind = KINDS.get(subscriber.getClass());
        return kind.next == null ? null : kind.next.get(subscriber);
    }

    private boolean waits(Object subscriber) throws IllegalAccessException {
        return waits && (taken == null || taken.getLong(subscriber) == 1);
    }

    /** Whether it, or what comes behind, asks again and again. */
    static boolean repeats(Object subscriber) throws IllegalAccessException {
        Object at = subscriber;
        for (int i = 0; at != null && i < LONGEST; i++, at = next(at))
            if (KINDS.get(at.getClass()).repeats)
                return true;
        return false;
    }

    /** The first from the given one on that waits for one result, unless what comes behind asks again and again. */
    static Object waiting(Object subscriber) throws IllegalAccessException {
        Object at = subscriber;
        for (int i = 0; at != null && i < LONGEST; i++, at = next(at))
            if (KINDS.get(at.getClass()).waits(at))
                return repeats(subscriber) ? null : at;
        return null;
    }
}
