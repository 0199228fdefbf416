// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadContext;

/** CoyoteAdapter.service(request, response): where a listener that {@link CoyoteHasRead} tells of comes to its end. */
public final class CoyoteServes {
    private CoyoteServes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return ThreadContext.get();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        ThreadContext.set(before);
    }
}
