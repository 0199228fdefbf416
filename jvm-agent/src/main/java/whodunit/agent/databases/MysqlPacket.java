// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import com.mysql.cj.protocol.Message;
import com.mysql.cj.protocol.a.NativePacketPayload;
import com.mysql.cj.protocol.a.NativeServerSession;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SqlPropagation;

/** MySQL Connector/J 9: NativeProtocol.send(packet, length), through which every packet goes, compressed or not. */
public final class MysqlPacket {
    private MysqlPacket() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Message packet, @Advice.Argument(value = 1, readOnly = false) int length,
            @Advice.FieldValue("packetSequence") byte sequence,
            @Advice.FieldValue("serverSession") NativeServerSession session) {
        if (sequence == -1 && length > 1 && packet instanceof NativePacketPayload) {
            NativePacketPayload payload = (NativePacketPayload) packet;
            byte[] bytes = payload.getByteBuffer();
            int text = session.supportsQueryAttributes() ? SqlPropagation.textBehindAttributes(bytes, 0, length) : 1;
            int context = SqlPropagation.context(bytes, 0, text, length, 1);
            if (context != 0) {
                int added = SqlPropagation.added(bytes, 0);
                byte[] carried = SqlPropagation.put(bytes, 0, text, length, context);
                if (carried != bytes)
                    payload.setByteBuffer(carried);
                length += added;
            }
        }
    }
}
