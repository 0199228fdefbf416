// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.HandlerExchanges;
import whodunit.agent.boot.web.ServletRequests;

/** Where Jetty 9 to 11 hands a request to an application, which is the method's second argument. */
public final class SecondRequestEnters {
    private SecondRequestEnters() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static Object enter(@Advice.Argument(1) Object request) {
        HandlerExchanges.taken(request);
        return ServletRequests.enter(request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter Object before) {
        ServletRequests.leave(before);
    }
}
