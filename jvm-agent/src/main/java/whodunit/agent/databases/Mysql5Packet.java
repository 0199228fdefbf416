// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import com.mysql.jdbc.Buffer;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SqlPropagation;

/**
 * MySQL Connector/J 5: MysqlIO.send(packet, length), through which every packet goes, its 4 bytes of header in front.
 */
public final class Mysql5Packet {
    private Mysql5Packet() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Buffer packet, @Advice.Argument(value = 1, readOnly = false) int length,
            @Advice.FieldValue("packetSequence") byte sequence) {
        if (sequence == -1 && length > 5) {
            byte[] bytes = packet.getByteBuffer();
            int context = SqlPropagation.context(bytes, 4, 5, length, 1);
            if (context != 0) {
                int added = SqlPropagation.added(bytes, 4);
                byte[] carried = SqlPropagation.put(bytes, 4, 5, length, context);
                if (carried != bytes)
                    packet.setByteBuffer(carried);
                packet.setBufLength(carried.length);
                length += added;
            }
        }
    }
}
