// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ListedJobs;

/** A list's method that says whether it is empty. */
public final class JobsLookedFor {
    private JobsLookedFor() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object list, @Advice.Return boolean empty) {
        if (empty)
            ListedJobs.isEmpty(list);
    }
}
