// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ServletRequests;

/** Where a container comes back to a request that it has handed over: the method's first argument. */
public final class RequestAgain {
    private RequestAgain() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(0) Object request) {
        return ServletRequests.again(request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ServletRequests.leave(before);
    }
}
