// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** What will have one result is given who subscribes. */
public final class OneAwaited {
    private OneAwaited() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object subscriber) {
        HotSources.waits(subscriber);
    }
}
