// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ListedJobs;

/** As {@link JobPut}, at the beginning. */
public final class JobPutFirst {
    private JobPutFirst() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object list, @Advice.Argument(0) Object element) {
        ListedJobs.putFirst(list, element);
    }
}
