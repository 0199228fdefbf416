package whodunit.agent.boot;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Puts the executing call path's synopsis into a MySQL command packet, as the driver hands it to the socket: as a
 * SQLCommenter comment in front of statement text, and in the 4 bytes of iteration count of COM_STMT_EXECUTE, which
 * servers ignore (docs/decisions.md). Called by woven driver code; allocates only when the driver's buffer is full.
 */
public final class SqlCarrier {
    /** Length of the comment. */
    public static final int COMMENT;

    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_EXECUTE = 0x17;
    /** Iteration count within COM_STMT_EXECUTE: after the command, statement id (4) and flags (1). */
    private static final int ITERATIONS = 6;
    /** Larger statements are left alone: they might pass the server's packet limit by our bytes. */
    private static final int LIMIT = 1 << 20;

    private static final byte[] KEY = "whodunit='".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TEMPLATE =
            String.format("/*whodunit='%016x-00000000'*/", Native.stageUid()).getBytes(StandardCharsets.US_ASCII);
    private static final int SYNOPSIS = TEMPLATE.length - 11;

    static {
        COMMENT = TEMPLATE.length;
    }

    private SqlCarrier() {}

    /**
     * The context whose synopsis the command should carry: the thread's context and the call path that leads here.
     *
     * @param buffer holds the command's payload in [from, to)
     * @param skip   frames between the application's and this method that don't belong to the path
     * @return 0 if the command carries none
     */
    public static int context(byte[] buffer, int from, int to, int skip) {
        int command = buffer[from];
        if (command == COM_STMT_EXECUTE) {
            if (to - from < ITERATIONS + 4 || buffer[from + ITERATIONS] != 1 || buffer[from + ITERATIONS + 1] != 0
                    || buffer[from + ITERATIONS + 2] != 0 || buffer[from + ITERATIONS + 3] != 0)
                return 0;
        } else if (command == COM_QUERY || command == COM_STMT_PREPARE) {
            if (to - from > LIMIT) {
                Native.health(Native.NOT_CARRIED);
                return 0;
            }
            if (holdsOurs(buffer, from + 1, to))
                return 0;
        } else {
            return 0;
        }
        Native.health(Native.CAPTURES);
        return Native.capture(ThreadContext.get(), skip + 1);
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
    public static byte[] put(byte[] buffer, int from, int to, int context) {
        Native.count(context, Native.SENT, 1);
        if (buffer[from] == COM_STMT_EXECUTE) {
            for (int i = 0; i < 4; i++)
                buffer[from + ITERATIONS + i] = (byte) (context >>> 8 * i);
            return buffer;
        }
        Native.count(context, Native.BYTES_ADDED, COMMENT);
        byte[] b = to + COMMENT <= buffer.length ? buffer : Arrays.copyOf(buffer, to + COMMENT + 256);
        System.arraycopy(b, from + 1, b, from + 1 + COMMENT, to - from - 1);
        System.arraycopy(TEMPLATE, 0, b, from + 1, COMMENT);
        for (int i = 0; i < 8; i++)
            b[from + 1 + SYNOPSIS + i] = (byte) Character.forDigit(context >>> 28 - 4 * i & 15, 16);
        return b;
    }

    /** In front or at the end of the statement, where the comment may stand. */
    private static boolean holdsOurs(byte[] b, int from, int to) {
        return find(b, from, Math.min(to, from + 256)) || find(b, Math.max(from, to - 256), to);
    }

    private static boolean find(byte[] b, int from, int to) {
        for (int i = from; i + KEY.length <= to; i++)
            if (b[i] == 'w' && Arrays.equals(b, i, i + KEY.length, KEY, 0, KEY.length))
                return true;
        return false;
    }
}
