// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadContext;

/** What GraphInterpreter of Pekko's and Akka's streams has one stage do. */
public final class StreamSteps {
    private StreamSteps() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return ThreadContext.stepBegins();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int outer) {
        ThreadContext.stepEnds(outer);
    }
}
