// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jobs;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.support.TaskExecutorJobLauncher;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.repeat.RepeatStatus;
import org.springframework.batch.support.transaction.ResourcelessTransactionManager;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import whodunit.apps.Work;

/** Jobs of Spring Batch that the application's main method runs. Argument: how often each runs. */
public final class Batches {
    private static final ResourcelessTransactionManager TRANSACTIONS = new ResourcelessTransactionManager();

    private Batches() {}

    private static long inStep() {
        return Work.burn();
    }

    private static long inReader() {
        return Work.burn();
    }

    private static long inWriter() {
        return Work.burn();
    }

    /** The repository remembers one execution. */
    private static void run(String name, ThreadPoolTaskExecutor pool) throws Exception {
        ResourcelessJobRepository repository = new ResourcelessJobRepository();
        AtomicInteger items = new AtomicInteger(2);
        Step step = pool == null
                ? new StepBuilder("step", repository).tasklet((contribution, chunk) -> {
                    inStep();
                    return RepeatStatus.FINISHED;
                }, TRANSACTIONS).build()
                : new StepBuilder("step", repository).<Long, Long>chunk(1, TRANSACTIONS)
                        .reader(() -> items.getAndDecrement() > 0 ? inReader() : null).writer(chunk -> inWriter())
                        .taskExecutor(pool).build();
        Job job = new JobBuilder(name, repository).start(step).build();
        TaskExecutorJobLauncher launcher = new TaskExecutorJobLauncher();
        launcher.setJobRepository(repository);
        launcher.afterPropertiesSet();
        launcher.run(job, new JobParametersBuilder().toJobParameters());
    }

    public static void main(String[] arguments) throws Exception {
        ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
        pool.setCorePoolSize(2);
        pool.initialize();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            run("sums", null);
            run("refunds", pool);
        }
        pool.shutdown();
    }
}
