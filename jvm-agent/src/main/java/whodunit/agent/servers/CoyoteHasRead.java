// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import org.apache.coyote.Request;
import whodunit.agent.boot.web.ServletRequests;

/** Request.sendAllDataReadEvent(): true right before a listener is told, also when the application has left. */
public final class CoyoteHasRead {
    private CoyoteHasRead() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Request request, @Advice.Return boolean tells) {
        if (tells)
            ServletRequests.goesOn(request.getNote(1));
    }
}
