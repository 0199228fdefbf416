// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jobs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.JobRuns;

/** Spring Batch: AbstractJob.execute(execution). */
public final class BatchJobRuns {
    private BatchJobRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("name") String name) {
        return JobRuns.enter(null, name, null);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        JobRuns.leave(before);
    }
}
