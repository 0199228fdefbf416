// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.UnsupportedDrivers;

/** SocketConnectionBase.doSchedule(command, …) of Vert.x's clients of databases, from 4 on. */
public final class UnsupportedCommand {
    private UnsupportedCommand() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object connection, @Advice.Argument(0) Object command) {
        if (command.getClass().getName().endsWith("QueryCommand"))
            UnsupportedDrivers.sends(connection.getClass().getName());
    }
}
