// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The contexts that wait for tasks to run: by the task's identity, weakly held, so that a task that never runs costs
 * nothing for long. One object may be handed over several times before it runs; its contexts are then taken in order.
 * It may also be taken back, unseen, and handed over again for ever: of many contexts the oldest become 0. One that
 * waits in several places (queues) has contexts in each; a place is a number, 0 where there is only one.
 *
 * <p>Used inside instrumented JDK code: no lambdas, nothing that is instrumented itself.
 */
final class PendingTaskContexts {
    /** Nothing waits for the task. */
    static final int NOTHING = -1;

    /** How many contexts one object keeps. */
    static final int KEPT = 1024;

    /** To an Integer, or, if there are several, an int[]: how many have become 0, then the others, the oldest first. */
    private final ConcurrentHashMap<Object, Object> contexts = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    boolean isEmpty() {
        return contexts.isEmpty();
    }

    /** For a task that is new, so that nothing can wait for it yet. */
    void addFirst(Object task, int context) {
        expunge();
        contexts.put(new WeakKey(0, task, collected), context);
    }

    /** For any task. A context of 0 is only worth noting if others wait before it. */
    void add(int place, Object task, int context) {
        add(place, task, context, Append.INSTANCE, AppendNone.INSTANCE);
    }

    /** The same, but it will be taken before those that wait already. */
    void addOldest(int place, Object task, int context) {
        add(place, task, context, Prepend.INSTANCE, PrependNone.INSTANCE);
    }

    private void add(int place, Object task, int context, BiFunction<Object, Object, Object> some,
            BiFunction<Object, Object, Object> none) {
        expunge();
        if (context != 0)
            contexts.merge(new WeakKey(place, task, collected), context, some);
        else if (contexts.containsKey(new WeakKey.Probe(place, task)))
            contexts.computeIfPresent(new WeakKey.Probe(place, task), none);
    }

    /** The oldest context that waits for the task, which stays. */
    int peek(Object task) {
        Object waiting = contexts.get(new WeakKey.Probe(0, task));
        return waiting == null ? NOTHING : waiting instanceof Integer one ? one : oldest((int[]) waiting);
    }

    int takeOldest(int place, Object task) {
        return take(new WeakKey.Probe(place, task), false);
    }

    int takeNewest(int place, Object task) {
        return take(new WeakKey.Probe(place, task), true);
    }

    private int take(WeakKey.Probe probe, boolean newest) {
        for (Object waiting; (waiting = contexts.get(probe)) != null;) {
            if (waiting instanceof Integer one) {
                if (contexts.remove(probe, waiting))
                    return one;
            } else {
                int[] all = (int[]) waiting;
                Object rest = settled(newest ? withoutNewest(all) : withoutOldest(all));
                if (rest == null ? contexts.remove(probe, waiting) : contexts.replace(probe, waiting, rest))
                    return newest ? newest(all) : oldest(all);
            }
        }
        return NOTHING;
    }

    private static int oldest(int[] all) {
        return all[0] > 0 ? 0 : all[1];
    }

    private static int newest(int[] all) {
        return all.length > 1 ? all[all.length - 1] : 0;
    }

    private static int[] withoutOldest(int[] all) {
        return all[0] > 0 ? withZeros(all.clone(), all[0] - 1) : withZeros(Arrays.copyOfRange(all, 1, all.length), 0);
    }

    private static int[] withoutNewest(int[] all) {
        return all.length > 1 ? Arrays.copyOf(all, all.length - 1) : withZeros(all.clone(), all[0] - 1);
    }

    private static int[] withZeros(int[] all, int zeros) {
        all[0] = zeros;
        return all;
    }

    /** As the map has it; null if none is left. */
    private static Object settled(int[] all) {
        if (all[0] > 0 || all.length > 2)
            return all;
        return all.length == 2 ? (Object) all[1] : null;
    }

    private void expunge() {
        for (Reference<?> dead; (dead = collected.poll()) != null;)
            contexts.remove(dead);
    }

    private static final class Append implements BiFunction<Object, Object, Object> {
        static final Append INSTANCE = new Append();

        @Override
        public Object apply(Object waiting, Object context) {
            int[] before = waiting instanceof Integer one ? new int[] {0, one} : (int[]) waiting;
            int[] all = before.length > KEPT
                    ? withZeros(Arrays.copyOfRange(before, 1, before.length + 1), before[0] + 1)
                    : Arrays.copyOf(before, before.length + 1);
            all[all.length - 1] = (Integer) context;
            return all;
        }
    }

    private static final class AppendNone implements BiFunction<Object, Object, Object> {
        static final AppendNone INSTANCE = new AppendNone();

        @Override
        public Object apply(Object task, Object waiting) {
            return Append.INSTANCE.apply(waiting, 0);
        }
    }

    /** One that finds no room is forgotten, and the others stay. */
    private static final class Prepend implements BiFunction<Object, Object, Object> {
        static final Prepend INSTANCE = new Prepend();

        @Override
        public Object apply(Object waiting, Object context) {
            int[] before = waiting instanceof Integer one ? new int[] {0, one} : (int[]) waiting;
            int first = (Integer) context;
            if (first == 0)
                return withZeros(before.clone(), before[0] + 1);
            int length = before.length + before[0];
            if (length > KEPT)
                return withZeros(before.clone(), before[0] + 1);
            int[] all = new int[length + 1];
            all[1] = first;
            System.arraycopy(before, 1, all, 2 + before[0], before.length - 1);
            return all;
        }
    }

    private static final class PrependNone implements BiFunction<Object, Object, Object> {
        static final PrependNone INSTANCE = new PrependNone();

        @Override
        public Object apply(Object task, Object waiting) {
            return Prepend.INSTANCE.apply(waiting, 0);
        }
    }
}
