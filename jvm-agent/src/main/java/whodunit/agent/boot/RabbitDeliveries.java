// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Messages that RabbitMQ delivers: while a consumer handles one, its thread works for the transaction that has sent it,
 * or for one of its own, called by the queue. A delivery names its consumer's tag only, so queues are remembered by
 * that.
 */
public final class RabbitDeliveries {
    /** There is no context, not even none; what an advice that fails returns. */
    public static final int NONE = 0;

    private static final WeakIdentityMap<Queues> CONSUMERS = new WeakIdentityMap<>();
    /** What the delivery belongs to that the calling thread hands to the consumers' pool. */
    private static final ThreadLocal<Integer> DELIVERS = new ThreadLocal<>();

    private RabbitDeliveries() {}

    /** The consumer is about to be one of the queue. */
    public static void asks(Object consumer, String queue) {
        if (consumer == null || !Native.namesRequests())
            return;
        Queues queues = CONSUMERS.get(consumer);
        if (queues == null)
            CONSUMERS.put(consumer, queues = new Queues());
        queues.asked = queue.isEmpty() ? "(last declared)" : QueuedMessages.name(queue);
    }

    /** It is one, by this tag. */
    public static void begins(Object consumer, String tag) {
        Queues queues = CONSUMERS.get(consumer);
        if (queues != null && queues.asked != null)
            queues.byTag.put(tag, queues.asked);
    }

    /** It was one. */
    public static void ends(Object consumer, String tag) {
        Queues queues = CONSUMERS.get(consumer);
        if (queues != null)
            queues.byTag.remove(tag);
    }

    /** The calling thread hands over a message for the consumer, until {@link #hasArrived}. */
    public static void arrives(Object consumer, String tag, Map<String, ?> headers) {
        Queues queues = CONSUMERS.get(consumer);
        String queue = queues == null ? null : queues.byTag.get(tag);
        if (queue != null)
            DELIVERS.set(context(queue, headers));
    }

    public static void hasArrived() {
        DELIVERS.remove();
    }

    /** The task for the consumers' pool: a delivery's is a transaction. */
    public static Runnable handling(Runnable task) {
        Integer context = DELIVERS.get();
        return context == null ? task : new Handled(task, context);
    }

    /**
     * What messages that are handled at once have in common: their context if it is the same, or else the queue's own.
     *
     * @param before of those before it; {@link #NONE} for the first
     */
    public static int common(int before, String queue, Map<String, ?> headers) {
        if (queue == null || !Native.namesRequests())
            return NONE;
        String name = QueuedMessages.name(queue);
        int context = context(name, headers);
        return before == NONE || before == context ? context : Types.context(0, name);
    }

    /** The result is for {@link #endBatch}. */
    public static int beginBatch(int context) {
        return context == NONE ? NONE : ThreadContext.set(context) + 1;
    }

    public static void endBatch(int before) {
        if (before != NONE)
            ThreadContext.set(before - 1);
    }

    private static int context(String name, Map<String, ?> headers) {
        return QueuedMessages.context(name, headers == null ? null : headers.get(Baggage.HEADER));
    }

    private static final class Queues {
        final Map<String, String> byTag = new ConcurrentHashMap<>();
        volatile String asked;
    }

    private static final class Handled implements Runnable {
        private final Runnable task;
        private final int context;

        Handled(Runnable task, int context) {
            this.task = task;
            this.context = context;
        }

        @Override
        public void run() {
            Native.count(context, Native.BEGUN, 1);
            int before = ThreadContext.set(context);
            try {
                task.run();
            } finally {
                ThreadContext.set(before);
            }
        }
    }
}
