// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import org.mariadb.jdbc.client.util.MutableByte;
import whodunit.agent.boot.SqlPropagation;

/** MariaDB Connector/J 3.1 and later: PacketWriter.writeSocket, where what is in the buffer goes to the socket. */
public final class MariadbPacket {
    private MariadbPacket() {}

    /**
     * A packet that begins a command: nothing of it was sent, its sequence number is yet to come. A mark is a place in
     * the buffer that must not move.
     */
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue(value = "buf", readOnly = false) byte[] buf,
            @Advice.FieldValue(value = "pos", readOnly = false) int pos, @Advice.FieldValue("cmdLength") long sent,
            @Advice.FieldValue("mark") int mark, @Advice.FieldValue("sequence") MutableByte sequence) {
        if (sent == 0 && pos > 5 && sequence.get() == -1) {
            int context = SqlPropagation.context(buf, 4, 5, pos, 1);
            if (context != 0 && mark == -1) {
                int added = SqlPropagation.added(buf, 4);
                buf = SqlPropagation.put(buf, 4, 5, pos, context);
                pos += added;
            }
        }
    }
}
