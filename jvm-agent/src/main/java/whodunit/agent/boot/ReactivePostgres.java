// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Puts contexts into what the reactive driver of PostgreSQL sends, in the same places as {@link PostgresPropagation}:
 * into texts that are sent for one execution, else in front of the Bind. A statement's context is that of the thread
 * that subscribes to it.
 */
public final class ReactivePostgres {
    private static final String QUERY = ".message.frontend.Query";

    /** Servers by the client that is connected to them. */
    private static final WeakIdentityMap<String> SERVERS = new WeakIdentityMap<>();
    private static final WeakIdentityMap<WeakReference<Object>> CLIENTS = new WeakIdentityMap<>();
    private static final WeakIdentityMap<Execution> EXECUTIONS = new WeakIdentityMap<>();

    private ReactivePostgres() {}

    /** One execution; what it awaits is the server's answer to our Close. */
    private static final class Execution {
        final int context;
        final boolean takesClose;
        volatile boolean awaits;

        Execution(int context, boolean takesClose) {
            this.context = context;
            this.takesClose = takesClose;
        }
    }

    /** A client has got a connection. */
    public static void connected(Object client, Object server) {
        SERVERS.put(client, String.valueOf(server));
    }

    /** A connection is made of a client. */
    public static void made(Object connection, Object client) {
        CLIENTS.put(connection, new WeakReference<>(client));
    }

    /** Whether a server takes the Close: gets the answers, what fails, and that there are no more. */
    public record Question(Object client, String server, boolean[] closed) implements Consumer<Object>, Runnable {
        @Override
        public void accept(Object answer) {
            closed[0] |= isA(answer, "CloseComplete");
        }

        @Override
        public void run() {
            PostgresServers.answered(server, closed[0]);
        }
    }

    /** Null if the connection's server is not to be asked. */
    public static Question question(Object connection) {
        WeakReference<Object> made = CLIENTS.get(connection);
        Object client = made == null ? null : made.get();
        String server = client == null ? null : SERVERS.get(client);
        return server != null && PostgresServers.isToBeAsked(server) ? new Question(client, server, new boolean[1])
                : null;
    }

    /** The calling thread executes a statement, by the protocol that has a Bind. */
    public static void executes(Object operator, Object client) {
        int context = ThreadContext.capture(1);
        String server = SERVERS.get(client);
        if (context != 0)
            EXECUTIONS.put(operator, new Execution(context, server != null && PostgresServers.hasTakenClose(server)));
        else
            Native.health(Native.NOT_CARRIED);
    }

    /** The text of an unnamed statement with the comment; null if it is to stay as it is. */
    public static String text(Object operator, String text) {
        Execution execution = EXECUTIONS.get(operator);
        return execution == null || !PostgresPropagation.takesComment(text) ? null
                : PostgresPropagation.withComment(text, execution.context);
    }

    /** The name of the statement to close in front of an execution's Bind; null for no Close. */
    public static String close(Object operator) {
        Execution execution = EXECUTIONS.get(operator);
        if (execution == null)
            return null;
        if (!execution.takesClose) {
            Native.health(Native.NOT_CARRIED);
            return null;
        }
        String name = PostgresPropagation.closeName(execution.context);
        execution.awaits = true;
        return name;
    }

    /** What handles an execution's answers, without the one to our Close. */
    public static BiConsumer<Object, Object> answers(BiConsumer<Object, Object> handler, Object operator) {
        Execution execution = EXECUTIONS.get(operator);
        return execution == null || !execution.takesClose ? handler : new Answers(handler, execution);
    }

    /** The answer to our Close is the first CloseComplete, and in front of the BindComplete if there is no error. */
    private record Answers(BiConsumer<Object, Object> handler, Execution execution)
            implements
                BiConsumer<Object, Object> {
        @Override
        public void accept(Object message, Object sink) {
            if (execution.awaits) {
                boolean ours = isA(message, "CloseComplete");
                if (ours || isA(message, "BindComplete") || isA(message, "ErrorResponse"))
                    execution.awaits = false;
                if (ours)
                    return;
            }
            handler.accept(message, sink);
        }
    }

    private static boolean isA(Object message, String type) {
        return message.getClass().getSimpleName().equals(type);
    }

    /**
     * Puts the calling thread's context into texts that are sent as they are, whenever and by whomever.
     *
     * @return null if there is no context
     */
    public static <T> UnaryOperator<T> texts() {
        int context = ThreadContext.capture(1);
        return context == 0 ? null : new Texts<>(context);
    }

    private record Texts<T>(int context) implements UnaryOperator<T> {
        @Override
        @SuppressWarnings("unchecked")
        public T apply(T message) {
            return message.getClass().getName().endsWith(QUERY) ? (T) Query.commented(message, context) : message;
        }
    }

    /** The driver's message with a text to be sent, which has neither a getter nor a setter. */
    private record Query(Field text, Constructor<?> constructor) {
        private static final ClassValue<Query> KNOWN = new ClassValue<>() {
            @Override
            protected Query computeValue(Class<?> type) {
                try {
                    Field text = type.getDeclaredField("query");
                    text.setAccessible(true);
                    return new Query(text, type.getConstructor(String.class));
                } catch (ReflectiveOperationException | RuntimeException another) {
                    return null;
                }
            }
        };

        static Object commented(Object message, int context) {
            try {
                Query query = KNOWN.get(message.getClass());
                if (query != null) {
                    String text = (String) query.text.get(message);
                    return PostgresPropagation.takesComment(text)
                            ? query.constructor.newInstance(PostgresPropagation.withComment(text, context))
                            : message;
                }
            } catch (Throwable bare) {
                // is sent as it is
            }
            Native.health(Native.NOT_CARRIED);
            return message;
        }
    }
}
