// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/** The constructor of a subscription to a sink of Reactor's that replays. */
public final class ReplayCollects {
    private ReplayCollects() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object subscription, @Advice.FieldValue("buffer") Object buffer) {
        SharedFlows.collects(buffer, subscription);
    }
}
