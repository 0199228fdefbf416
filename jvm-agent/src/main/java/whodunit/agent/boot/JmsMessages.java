// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.reflect.Method;

/**
 * Messages of JMS, of javax or jakarta: one that is sent carries its sender's context in a property, and while a
 * listener handles one, its thread works for the transaction that has sent it, or for one of its own, called by the
 * destination. Listeners are called through several layers that know of messages; the outermost begins.
 */
public final class JmsMessages {
    /** What an advice that fails returns, too. */
    private static final int NOTHING = 0;

    private static final ThreadLocal<Boolean> HANDLES = new ThreadLocal<>();

    private JmsMessages() {}

    /** The calling thread sends the message. One that was received refuses new properties, by an exception. */
    public static void sends(Object message) throws ReflectiveOperationException {
        Accessors of = Accessors.of(message);
        Object present = of.getProperty.invoke(message, Baggage.HEADER);
        if (present != null && !(present instanceof String))
            return;
        String baggage = OutgoingBaggage.header((String) present);
        if (baggage != null)
            of.setProperty.invoke(message, Baggage.HEADER, baggage);
    }

    /** The calling thread is about to handle the message; the result is for {@link #end}. */
    public static int begin(Object message) throws ReflectiveOperationException {
        if (HANDLES.get() != null)
            return NOTHING;
        Accessors of = Accessors.of(message);
        return begin(of.name(of.getDestination.invoke(message)), of.getProperty.invoke(message, Baggage.HEADER));
    }

    /**
     * The same, of a message whose parts are known.
     *
     * @param destination by its name
     * @param baggage     may be null
     */
    public static int begin(String destination, Object baggage) {
        if (destination == null || HANDLES.get() != null || !Native.namesRequests())
            return NOTHING;
        int context = QueuedMessages.context(QueuedMessages.name(destination), baggage);
        Native.count(context, Native.BEGUN, 1);
        HANDLES.set(true);
        return ThreadContext.set(context) + 1;
    }

    public static void end(int before) {
        if (before == NOTHING)
            return;
        HANDLES.remove();
        ThreadContext.set(before - 1);
    }

    /** The interfaces' methods, which any implementation may be asked by, as one copy of JMS has them. */
    private static final class Accessors {
        private static final ClassValue<Accessors> OF = new ClassValue<>() {
            @Override
            protected Accessors computeValue(Class<?> message) {
                try {
                    return new Accessors(interfaceOf(message));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        };

        final Method getProperty, setProperty, getDestination;
        private final Method queueName, topicName;
        private final Class<?> temporaryQueue, temporaryTopic;

        private Accessors(Class<?> message) throws ReflectiveOperationException {
            getProperty = message.getMethod("getObjectProperty", String.class);
            setProperty = message.getMethod("setStringProperty", String.class, String.class);
            getDestination = message.getMethod("getJMSDestination");
            queueName = sibling(message, "Queue").getMethod("getQueueName");
            topicName = sibling(message, "Topic").getMethod("getTopicName");
            temporaryQueue = sibling(message, "TemporaryQueue");
            temporaryTopic = sibling(message, "TemporaryTopic");
        }

        static Accessors of(Object message) {
            return OF.get(message.getClass());
        }

        private static Class<?> sibling(Class<?> message, String name) throws ClassNotFoundException {
            return Class.forName(message.getPackageName() + '.' + name, false, message.getClassLoader());
        }

        /** JMS' own of messages; null if it has none. */
        private static Class<?> interfaceOf(Class<?> type) {
            for (Class<?> t = type; t != null; t = t.getSuperclass())
                for (Class<?> i : t.getInterfaces()) {
                    boolean is = i.getName().equals("jakarta.jms.Message") || i.getName().equals("javax.jms.Message");
                    Class<?> found = is ? i : interfaceOf(i);
                    if (found != null)
                        return found;
                }
            return null;
        }

        /** Null if it has none; temporary ones have names that are made up. */
        String name(Object destination) throws ReflectiveOperationException {
            if (temporaryQueue.isInstance(destination) || temporaryTopic.isInstance(destination))
                return "(temporary)";
            Method name = queueName.getDeclaringClass().isInstance(destination) ? queueName
                    : topicName.getDeclaringClass().isInstance(destination) ? topicName : null;
            return name == null ? null : (String) name.invoke(destination);
        }
    }
}
