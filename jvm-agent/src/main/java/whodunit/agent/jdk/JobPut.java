// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ListedJobs;

/** A list's method that adds its first argument at the end: a job is handed over. */
public final class JobPut {
    private JobPut() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object list, @Advice.Argument(0) Object element) {
        ListedJobs.put(list, element);
    }
}
