// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ListedJobs;

/** As {@link JobTaken}, the last one. */
public final class JobTakenLast {
    private JobTakenLast() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object list, @Advice.Return Object element) {
        ListedJobs.takenLast(list, element);
    }
}
