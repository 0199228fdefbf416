// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jobs;

import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import whodunit.apps.Work;

/** Jobs of Quartz that have their method from one base class. Argument: how often each runs. */
public final class Scheduled {
    private static CountDownLatch left;

    private Scheduled() {}

    /** What the application's jobs have in common. */
    public abstract static class Base implements Job {
        @Override
        public final void execute(JobExecutionContext context) {
            work();
            left.countDown();
        }

        abstract long work();
    }

    /** One with a group and a name. */
    public static final class Sums extends Base {
        @Override
        long work() {
            return Work.burn();
        }
    }

    /** One with a name. */
    public static final class Report extends Base {
        @Override
        long work() {
            return Work.burn();
        }
    }

    /** One whose name Quartz makes up. */
    public static final class Cleanup extends Base {
        @Override
        long work() {
            return Work.burn();
        }
    }

    private static void schedule(Scheduler scheduler, JobBuilder job, int runs) throws Exception {
        scheduler.scheduleJob(job.build(), TriggerBuilder.newTrigger().withSchedule(SimpleScheduleBuilder
                .simpleSchedule().withIntervalInMilliseconds(20).withRepeatCount(runs - 1)).build());
    }

    public static void main(String[] arguments) throws Exception {
        int runs = Integer.parseInt(arguments[0]);
        left = new CountDownLatch(3 * runs);
        Properties options = new Properties();
        options.setProperty("org.quartz.threadPool.threadCount", "3");
        Scheduler scheduler = new StdSchedulerFactory(options).getScheduler();
        schedule(scheduler, JobBuilder.newJob(Sums.class).withIdentity("sums", "nightly"), runs);
        schedule(scheduler, JobBuilder.newJob(Report.class).withIdentity("report"), runs);
        schedule(scheduler, JobBuilder.newJob(Cleanup.class), runs);
        scheduler.start();
        left.await();
        scheduler.shutdown(true);
    }
}
