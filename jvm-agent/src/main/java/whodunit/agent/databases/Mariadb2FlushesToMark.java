// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SqlPropagation;

/**
 * MariaDB Connector/J 2: AbstractPacketOutputStream.flushBufferStopAtMark(). The command ends at the mark; what is
 * behind it begins the next one and is moved along.
 */
public final class Mariadb2FlushesToMark {
    private Mariadb2FlushesToMark() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object stream, @Advice.FieldValue(value = "buf", readOnly = false) byte[] buf,
            @Advice.FieldValue(value = "pos", readOnly = false) int pos, @Advice.FieldValue("cmdLength") long sent,
            @Advice.FieldValue(value = "mark", readOnly = false) int mark,
            @Advice.FieldValue("seqNo") int sequence) {
        if (sent == 0 && sequence == 0 && mark <= pos) {
            int from = stream.getClass().getName().endsWith(".CompressPacketOutputStream") ? 0 : 4;
            int context = mark <= from + 1 ? 0 : SqlPropagation.context(buf, from, from + 1, mark, 1);
            if (context != 0) {
                int added = SqlPropagation.added(buf, from);
                buf = SqlPropagation.put(buf, from, from + 1, pos, context);
                pos += added;
                mark += added;
            }
        }
    }
}
