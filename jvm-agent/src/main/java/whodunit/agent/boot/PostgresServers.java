// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which PostgreSQL servers take the Close of a prepared statement that does not exist, as the protocol wants it. What
 * else speaks the protocol, such as a pooler, may not: there a failed Close would take the application's statement with
 * it. So the first connection to each server asks, before it is used.
 */
public final class PostgresServers {
    /** How the names of statements begin whose Close says whose a Bind is; the 1 is this form's version. */
    public static final String CLOSE_NAME = "whodunit/1/";

    /** A Close of a prepared statement named "whodunit/1/", and a Sync. */
    private static final byte[] QUESTION = {'C', 0, 0, 0, 17, 'S', 'w', 'h', 'o', 'd', 'u', 'n', 'i', 't', '/', '1',
            '/', 0, 'S', 0, 0, 0, 4};

    private static final ConcurrentHashMap<String, Boolean> ANSWERS = new ConcurrentHashMap<>();
    /** Connections to servers that do not; all others do. */
    private static final WeakIdentityMap<Boolean> WITHOUT = new WeakIdentityMap<>();

    private PostgresServers() {}

    /**
     * What a server is known by.
     *
     * @param host     its address
     * @param settings the connection's
     * @return null if the connection never binds, as one for replication, or one that sends texts only
     */
    public static String name(Object host, Object settings) {
        if (!(settings instanceof Properties p) || p.getProperty("replication") != null
                || "simple".equals(p.getProperty("preferQueryMode")))
            return null;
        return host + "/" + p.getProperty("PGDBNAME");
    }

    /**
     * What to ask a server with: messages that it answers with CloseComplete and ReadyForQuery.
     *
     * @return null if the answer is known. Until {@link #answered} it is no: who crashes over it is not asked again
     */
    public static byte[] question(String server) {
        return isToBeAsked(server) ? QUESTION.clone() : null;
    }

    /** True once for each server, as {@link #question}. */
    static boolean isToBeAsked(String server) {
        return ANSWERS.putIfAbsent(server, false) == null;
    }

    /** @param closed whether there was a CloseComplete and no error */
    public static void answered(String server, boolean closed) {
        ANSWERS.put(server, closed);
        if (!closed)
            System.err.println("whodunit: this server does not take what says whose an execution of a named statement "
                    + "is, so that these are not followed: " + server);
    }

    /** A connection is there. */
    public static void connected(Object executor, String server) {
        if (!hasTakenClose(server))
            without(executor);
    }

    /** A connection is there, which is not to be asked. */
    public static void without(Object executor) {
        WITHOUT.put(executor, true);
    }

    /** Whether this server has answered that it does. */
    static boolean hasTakenClose(String server) {
        return ANSWERS.getOrDefault(server, false);
    }

    static boolean takesClose(Object executor) {
        return WITHOUT.get(executor) == null;
    }
}
