// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.reflect.Field;
import java.util.Set;

/**
 * What a subscriber of Reactor's or RxJava's passes on to: the next one, by the field in which each of their operators
 * keeps it. Where a module does not let us look, nothing is known.
 */
final class Subscribers {
    private static final int LONGEST = 200;
    private static final String[] NEXT = {"actual", "downstream", "parent"};
    private static final Set<String> WAITING = Set.of(HotSources.waiters());

    private static final ClassValue<Subscribers> KINDS = new ClassValue<>() {
        @Override
        protected Subscribers computeValue(Class<?> type) {
            return new Subscribers(type);
        }
    };

    private final Field next;
    private final boolean waits, repeats;

    private Subscribers(Class<?> type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        waits = nested > 0 && WAITING.contains(name.substring(0, nested));
        repeats = nested > 0 && name.indexOf("Repeat", nested) > 0;
        next = next(type);
    }

    private static Field next(Class<?> type) {
        for (String name : NEXT)
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

    /** The first from the given one on that waits for one result, unless what comes behind asks again and again. */
    static Object waiting(Object subscriber) throws IllegalAccessException {
        Object waiting = null, at = subscriber;
        for (int i = 0; at != null && i < LONGEST; i++) {
            Subscribers kind = KINDS.get(at.getClass());
            if (kind.repeats)
                return null;
            if (kind.waits && waiting == null)
                waiting = at;
            at = kind.next == null ? null : kind.next.get(at);
        }
        return waiting;
    }
}
