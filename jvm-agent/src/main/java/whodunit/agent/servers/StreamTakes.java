// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.StreamRequests;

/** GraphStageLogic.grab(inlet) of Pekko's and Akka's streams. */
public final class StreamTakes {
    private StreamTakes() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object logic, @Advice.Return Object element) throws Throwable {
        StreamRequests.taken(logic, element);
    }
}
