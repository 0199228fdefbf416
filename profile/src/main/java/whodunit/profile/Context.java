// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.List;

/**
 * A context as its process defined it: the interned node (parent, element).
 *
 * @param name   of a handler, SEDA stage, transaction type or reason; else empty
 * @param frames of a call path, outermost first, "package.Class.method:line"; else empty
 * @param uid    of the process that a remote context came from; else 0
 * @param synopsis the context's id in that process; else 0
 */
public record Context(int id, int parent, Kind kind, String name, List<String> frames, long uid, int synopsis) {
    /** In the order of the schema's numbers. */
    public enum Kind {
        UNKNOWN, CALL_PATH, HANDLER, SEDA_STAGE, TRANSACTION, REMOTE, REASON, OVERFLOW
    }

    /** No transaction. */
    public static final int ROOT = 0;
    /** The recording process had no room for more contexts. */
    public static final int OVERFLOW = 1;
}
