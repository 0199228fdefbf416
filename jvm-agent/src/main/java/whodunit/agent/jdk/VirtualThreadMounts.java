// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.VirtualThreads;

/** VirtualThread.mount(), still as the platform thread. */
public final class VirtualThreadMounts {
    private VirtualThreadMounts() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Thread thread) {
        VirtualThreads.mounting(thread);
    }
}
