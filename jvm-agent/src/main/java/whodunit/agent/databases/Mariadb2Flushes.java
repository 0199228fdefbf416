// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SqlPropagation;

/** MariaDB Connector/J 2: AbstractPacketOutputStream.flush(), where what is in the buffer goes to the socket. */
public final class Mariadb2Flushes {
    private Mariadb2Flushes() {}

    /** A packet that begins a command, as in {@link MariadbPacket}. A compressed one has no header in the buffer. */
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object stream, @Advice.FieldValue(value = "buf", readOnly = false) byte[] buf,
            @Advice.FieldValue(value = "pos", readOnly = false) int pos, @Advice.FieldValue("cmdLength") long sent,
            @Advice.FieldValue("mark") int mark, @Advice.FieldValue("seqNo") int sequence) {
        if (sent == 0 && sequence == 0 && mark == -1) {
            int from = stream.getClass().getName().endsWith(".CompressPacketOutputStream") ? 0 : 4;
            int context = pos <= from + 1 ? 0 : SqlPropagation.context(buf, from, from + 1, pos, 1);
            if (context != 0) {
                int added = SqlPropagation.added(buf, from);
                buf = SqlPropagation.put(buf, from, from + 1, pos, context);
                pos += added;
            }
        }
    }
}
