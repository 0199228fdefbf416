// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/** The constructor of a node of those of FluxReplay's buffers that forget, before anybody can see it. */
public final class ReplayNode {
    private ReplayNode() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object node) {
        SharedFlows.made(node);
    }
}
