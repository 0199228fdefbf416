// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** Constructors of what stands for a subscriber that waits. */
public final class PipelineWaits {
    private PipelineWaits() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object subscription) {
        TaskPropagation.created(subscription);
    }
}
