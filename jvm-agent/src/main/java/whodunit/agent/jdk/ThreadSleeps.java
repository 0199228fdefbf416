// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ThreadPropagation;

/** Thread.beforeSleep(nanos), which is private: what all ways to sleep call, of platform and virtual threads. */
public final class ThreadSleeps {
    private ThreadSleeps() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) long nanos) {
        ThreadPropagation.sleeps(nanos);
    }
}
