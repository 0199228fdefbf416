// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import org.apache.coyote.Request;
import whodunit.agent.boot.web.ServletRequests;

/** CoyoteAdapter.asyncDispatch(request, …): timeouts, errors, and bodies that can be read or written again. */
public final class CoyoteAgain {
    private CoyoteAgain() {}

    /** The servlet's request is the connector's first note, CoyoteAdapter.ADAPTER_NOTES. */
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(0) Request request) {
        return ServletRequests.again(request.getNote(1));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ServletRequests.leave(before);
    }
}
