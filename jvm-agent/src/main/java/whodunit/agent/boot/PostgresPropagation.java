// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.charset.StandardCharsets;

/**
 * Puts the executing call path's synopsis into what a PostgreSQL client sends (docs/postgresql.md): behind text that is
 * sent for one execution, as a SQLCommenter comment, and in front of the Bind of a named statement, whose text must
 * stay as it is, as a Close of a statement whose name says it. Called by instrumented driver code.
 *
 * <p>The comment is behind the text because the positions in error messages count from its front.
 */
public final class PostgresPropagation {
    /** As with MySQL: a text that is longer than this is left alone. */
    private static final int LIMIT = 1 << 20;
    private static final int NEAR = 256;
    private static final String KEY = "whodunit='";
    /** On a line of its own: the text may end in a comment that ends with the line. */
    private static final String COMMENT = "\n/*" + KEY;
    private static final String COMMENT_END = "'*/";
    private static final int COMMENT_BYTES = COMMENT.length() + WireForm.LENGTH + COMMENT_END.length();
    private static final byte[] CLOSE = closeTemplate();
    private static final int WIRE = CLOSE.length - 1 - WireForm.LENGTH;

    /** What the calling thread is about to do with a statement; an array, so that a change is no look-up. */
    private static final ThreadLocal<int[]> SENDS = ThreadLocal.withInitial(() -> new int[1]);
    private static final int NOTHING = 0;
    /** It asks for a text, and sends it. */
    private static final int TEXT = 1;
    /** It binds the statement whose text has just been sent with the comment. */
    private static final int BIND = 2;

    private PostgresPropagation() {}

    private static byte[] closeTemplate() {
        byte[] name = (PostgresServers.CLOSE_NAME + new String(OwnWire.NONE, StandardCharsets.US_ASCII))
                .getBytes(StandardCharsets.US_ASCII);
        byte[] message = new byte[1 + 4 + 1 + name.length + 1];
        message[0] = 'C';
        message[4] = (byte) (message.length - 1);
        message[5] = 'S';
        System.arraycopy(name, 0, message, 6, name.length);
        return message;
    }

    /** The calling thread begins a method that asks for a text, if it does, to send it. */
    public static void asks(boolean forText) {
        SENDS.get()[0] = forText ? TEXT : NOTHING;
    }

    /** It ends that method. */
    public static void asked() {
        int[] sends = SENDS.get();
        if (sends[0] == TEXT)
            sends[0] = NOTHING;
    }

    /**
     * A statement's text, with the comment if the calling thread is about to send it.
     *
     * @param skip frames between the application's and this method that don't belong to the path
     */
    public static String text(String text, int skip) {
        int[] sends = SENDS.get();
        if (sends[0] != TEXT || text == null)
            return text;
        String commented = commented(text, skip + 1);
        sends[0] = commented != text || holdsOurs(text) ? BIND : NOTHING;
        return commented;
    }

    /** The text of a statement with the comment; see {@link #text}. */
    public static String commented(String text, int skip) {
        try {
            if (!takesComment(text))
                return text;
            int context = ThreadContext.capture(skip + 1);
            return context == 0 ? text : withComment(text, context);
        } catch (Throwable bare) {
            Native.health(Native.NOT_CARRIED);
            return text;
        }
    }

    /** Whether a text may carry a comment of ours. */
    static boolean takesComment(String text) {
        if (text.length() < LIMIT - COMMENT_BYTES)
            return !holdsOurs(text) && !isReplicationCommand(text);
        Native.health(Native.NOT_CARRIED);
        return false;
    }

    static String withComment(String text, int context) {
        Native.sent(context, COMMENT_BYTES);
        return text + COMMENT + WireForm.of(OwnWire.NONE, context) + COMMENT_END;
    }

    /** The name of the statement whose Close says that the next Bind is the context's. */
    static String closeName(int context) {
        Native.sent(context, CLOSE.length);
        return PostgresServers.CLOSE_NAME + WireForm.of(OwnWire.NONE, context);
    }

    /**
     * The Close message that says whose the next Bind is.
     *
     * @param executor the connection's
     * @param skip     see {@link #text}
     * @return null if there is none: the statement's text has said it, or the server does not take it
     */
    public static byte[] close(Object executor, int skip) {
        try {
            int[] sends = SENDS.get();
            boolean said = sends[0] == BIND;
            sends[0] = NOTHING;
            if (said)
                return null;
            int context = PostgresServers.takesClose(executor) ? ThreadContext.capture(skip + 1) : 0;
            if (context == 0) {
                Native.health(Native.NOT_CARRIED);
                return null;
            }
            Native.sent(context, CLOSE.length);
            byte[] message = CLOSE.clone();
            WireForm.put(message, WIRE, context);
            return message;
        } catch (Throwable bare) {
            Native.health(Native.NOT_CARRIED);
            return null;
        }
    }

    /** A message leaves that has no place for a context. */
    public static void bare() {
        Native.health(Native.NOT_CARRIED);
    }

    /** In front or at the end of the statement, where the comment may stand. */
    private static boolean holdsOurs(String text) {
        int at = text.indexOf(KEY);
        return at >= 0 && (at < NEAR || text.indexOf(KEY, Math.max(0, text.length() - NEAR)) >= 0);
    }

    /**
     * Replication connections have a grammar of their own, without comments: its commands are SHOW and words with an
     * underscore, which no SQL statement begins with.
     */
    private static boolean isReplicationCommand(String text) {
        int from = 0;
        while (from < text.length() && Character.isWhitespace(text.charAt(from)))
            from++;
        int to = from;
        while (to < text.length() && Character.isLetter(text.charAt(to)))
            to++;
        return to < text.length() && text.charAt(to) == '_' && to > from
                || to - from == 4 && text.regionMatches(true, from, "SHOW", 0, 4);
    }
}
