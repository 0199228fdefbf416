// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Puts the executing call path's synopsis into a MySQL command packet, as the driver hands it to the socket: as a
 * SQLCommenter comment in front of statement text, and in the 4 bytes of iteration count of COM_STMT_EXECUTE, which
 * servers ignore (docs/decisions.md). Called by instrumented driver code; allocates only when the driver's buffer is
 * full.
 */
public final class SqlPropagation {
    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_BULK_EXECUTE = 0xfa;
    /** Iteration count within COM_STMT_EXECUTE: after the command, statement id (4) and flags (1). */
    private static final int ITERATIONS = 6;
    /**
     * Less than this a command stays with our bytes in it: servers refuse what reaches their limit, which is seldom
     * lower.
     */
    private static final int LIMIT = 1 << 20;

    /** As far from a statement's begin or end as this a comment is looked for. */
    private static final int NEAR = 256;

    private static final byte[] KEY = "whodunit='".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TEMPLATE = ("/*whodunit='" + WireForm.none(Native.processUid()) + "'*/")
            .getBytes(StandardCharsets.US_ASCII);
    private static final int COMMENT = TEMPLATE.length;
    private static final int WIRE = "/*whodunit='".length();

    private SqlPropagation() {}

    /**
     * Where the statement's text begins in a COM_QUERY of a connection that negotiated query attributes (MySQL 8).
     *
     * @return 0 if it has attributes, whose encoding is not ours to know
     */
    public static int textBehindAttributes(byte[] buffer, int from, int to) {
        return to - from > 2 && buffer[from] == COM_QUERY && (buffer[from + 1] != 0 || buffer[from + 2] != 1) ? 0
                : from + (buffer[from] == COM_QUERY ? 3 : 1);
    }

    /**
     * The context whose synopsis the command should carry: the thread's context and the call path that leads here.
     *
     * @param buffer holds the command's payload in [from, to)
     * @param text   where a statement's text begins, 0 if that isn't known
     * @param skip   frames between the application's and this method that don't belong to the path
     * @return 0 if the command carries none
     */
    public static int context(byte[] buffer, int from, int text, int to, int skip) {
        switch (buffer[from] & 0xff) {
            case COM_STMT_EXECUTE :
                if (to - from < ITERATIONS + 4 || integer(buffer, from + ITERATIONS) != 1)
                    return 0;
                break;
            case COM_QUERY :
            case COM_STMT_PREPARE :
                if (text == 0 || to - from >= LIMIT - COMMENT) {
                    Native.health(Native.NOT_CARRIED);
                    return 0;
                }
                if (holdsOurs(buffer, text, to))
                    return 0;
                break;
            case COM_STMT_BULK_EXECUTE : // has no room: the server's side takes the preparing path
                Native.health(Native.NOT_CARRIED);
                return 0;
            default :
                return 0;
        }
        return ThreadContext.capture(skip + 1);
    }

    /** How many bytes {@link #put} adds to the command. */
    public static int added(byte[] buffer, int from) {
        return buffer[from] == COM_STMT_EXECUTE ? 0 : COMMENT;
    }

    /**
     * Puts the synopsis into the command in [from, to).
     *
     * @return the buffer that holds the command now, at the same place: the given one if it has room
     */
    public static byte[] put(byte[] buffer, int from, int text, int to, int context) {
        if (buffer[from] == COM_STMT_EXECUTE) {
            Native.sent(context, 0);
            for (int i = 0; i < 4; i++)
                buffer[from + ITERATIONS + i] = (byte) (context >>> 8 * i);
            return buffer;
        }
        Native.sent(context, COMMENT);
        byte[] b = to + COMMENT <= buffer.length ? buffer : Arrays.copyOf(buffer, to + COMMENT + 256);
        System.arraycopy(b, text, b, text + COMMENT, to - text);
        System.arraycopy(TEMPLATE, 0, b, text, COMMENT);
        WireForm.put(b, text + WIRE, context);
        return b;
    }

    private static int integer(byte[] b, int at) {
        return b[at] & 0xff | (b[at + 1] & 0xff) << 8 | (b[at + 2] & 0xff) << 16 | b[at + 3] << 24;
    }

    /** In front or at the end of the statement, where the comment may stand. */
    private static boolean holdsOurs(byte[] b, int from, int to) {
        if (to - from <= 2 * NEAR)
            return find(b, from, to);
        return find(b, from, from + NEAR) || find(b, to - NEAR, to);
    }

    private static boolean find(byte[] b, int from, int to) {
        for (int i = from; i + KEY.length <= to; i++)
            if (b[i] == 'w' && Arrays.equals(b, i, i + KEY.length, KEY, 0, KEY.length))
                return true;
        return false;
    }
}
