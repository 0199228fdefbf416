// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.HotSources;

/** A method by which a subscriber is told something that may be what it waits for. */
public final class WaiterGoesOn {
    private WaiterGoesOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.This Object waiter) {
        return HotSources.goesOn(waiter);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter long before) {
        HotSources.goneOn(before);
    }
}
