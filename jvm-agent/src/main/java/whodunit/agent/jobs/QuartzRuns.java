// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jobs;

import net.bytebuddy.asm.Advice;
import org.quartz.JobDetail;
import org.quartz.JobKey;
import org.quartz.impl.JobExecutionContextImpl;
import whodunit.agent.boot.JobRuns;

/** Quartz: JobRunShell.run(), a thread of the scheduler's pool runs a job. */
public final class QuartzRuns {
    private QuartzRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("jec") JobExecutionContextImpl run) {
        JobDetail job = run.getJobDetail();
        String group = job.getKey().getGroup();
        return JobRuns.enter(group.equals(JobKey.DEFAULT_GROUP) ? null : group, job.getKey().getName(),
                job.getJobClass().getName());
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        JobRuns.leave(before);
    }
}
