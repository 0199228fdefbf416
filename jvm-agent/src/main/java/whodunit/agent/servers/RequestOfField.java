// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ServletRequests;

/** As {@link RequestAgain}, for methods of an object that keeps its request. */
public final class RequestOfField {
    private RequestOfField() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.FieldValue("request") Object request) {
        return ServletRequests.again(request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ServletRequests.leave(before);
    }
}
