// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** Jobs that nobody asks for, with nothing but the agent: a row for each, though one method of the application's is
 *  the outermost of all of them. */
class JobsTest {
    private static final int RUNS = 15;
    private static final String APPS = "whodunit.apps.jobs.", JOBS = APPS + "Scheduled$";

    @TempDir
    Path directory;

    @Test
    void quartzsJobsGoByTheirNames() throws Exception {
        Path recording = run("Scheduled");
        String cleanup = JOBS + "Cleanup";
        Attribution.areCounted(new Report(Whodunit.report(recording)), RUNS,
                List.of("nightly.sums", "report", cleanup));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Scheduled$Sums.work", "nightly.sums",
                "Scheduled$Report.work", "report", "Scheduled$Cleanup.work", cleanup));
    }

    @Test
    void springBatchsJobsGoByTheirNamesOnAllThreads() throws Exception {
        Path recording = run("Batches");
        Attribution.areCounted(new Report(Whodunit.report(recording)), RUNS, List.of("sums", "refunds"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Batches.inStep", "sums",
                "Batches.inReader", "refunds", "Batches.inWriter", "refunds"));
    }

    @Test
    void whatCamelsTimersFeedGoesByTheRoute() throws Exception {
        Path recording = run("Routes");
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, RUNS, List.of("poll", "sweep"));
        Attribution.areBelow(Whodunit.stacks(recording, directory),
                Map.of("Routes.polled;", "poll", "Routes.polledBehind", "poll",
                        "Routes.swept;", "sweep", "Routes.sweptBehind", "sweep"));
    }

    private Path run(String main) throws Exception {
        Path recording = directory.resolve("rec");
        List<String> command = new ArrayList<>(Whodunit.record(recording, "jobs"));
        command.addAll(List.of(Jdk.java(17), "-cp", JavaApp.classPath("java-apps/jobs"), APPS + main,
                Integer.toString(RUNS)));
        Finished run = Finished.run(command).checked();
        org.assertj.core.api.Assertions.assertThat(run.errors()).doesNotContain("whodunit: warning")
                .doesNotContain("Exception");
        return recording;
    }
}
