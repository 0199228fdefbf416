// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ListedJobs;

/** A list's method that takes out the first element. */
public final class JobTaken {
    private JobTaken() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object list, @Advice.Return Object element) {
        ListedJobs.taken(list, element);
    }
}
