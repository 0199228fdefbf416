// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ListedJobs;

/** A list's method whose result is null if there is nothing. */
public final class JobsEnd {
    private JobsEnd() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object list, @Advice.Return Object element) {
        if (element == null)
            ListedJobs.end(list);
    }
}
