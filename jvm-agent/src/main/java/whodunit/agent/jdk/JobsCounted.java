// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ListedJobs;

/** A list's method that says how many there are. */
public final class JobsCounted {
    private JobsCounted() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object list, @Advice.Return int size) {
        if (size == 0)
            ListedJobs.isEmpty(list);
    }
}
