// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.VirtualThreads;

/** VirtualThread.unmount(), on the platform thread. */
public final class VirtualThreadUnmounts {
    private VirtualThreadUnmounts() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Thread thread) {
        VirtualThreads.unmounting(thread);
    }
}
