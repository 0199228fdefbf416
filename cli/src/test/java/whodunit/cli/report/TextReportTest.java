// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TwoTierRecording;

/** What the text report shows of profiles that are not as small as the others' in these tests. */
class TextReportTest {
    private static final int TYPES = 50;

    private static String text(String by, List<RecordedProcess> processes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TextReport(by).write(Profile.stitch(processes), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Type i has 2 requests and 100 - i samples on each of the tiers. */
    private static List<RecordedProcess> large() {
        List<RecordedProcess> processes = new ArrayList<>();
        for (int tier = 0; tier < 12; tier++) {
            RecordedProcess p = new RecordedProcess(100 + tier, "a-tier-with-a-name-" + tier, false);
            for (int i = 0; i < TYPES; i++) {
                TwoTierRecording.context(p, 2 + i, 0, Context.Kind.TRANSACTION,
                        "com.example.a.rather.long.name.of.a.package.and.then.some.more.of.it.Interaction" + i);
                if (tier == 0)
                    p.counts.put(2 + i, new ContextCounts(2, 0, 0, 0));
                p.add(new RecordedProcess.Label.Of(2 + i), TwoTierRecording.nativeStack("start_thread", "work_" + i,
                        "a_function_whose_name_goes_on_and_on_".repeat(4) + i), 100 - i);
            }
            processes.add(p);
        }
        return processes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction", "tier", "context", "function", "time"})
    void nothingIsWiderThanAHundredColumns(String by) {
        assertThat(text(by, large()).lines()).allSatisfy(l -> assertThat(l.length()).as(l).isLessThanOrEqualTo(100));
    }

    @Test
    void processesOfATierAreOneLine() {
        List<RecordedProcess> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            RecordedProcess worker = new RecordedProcess(1 + i, i < 2 ? "php" : "nginx", false);
            worker.add(new RecordedProcess.Label.Missing("background thread"), TwoTierRecording.nativeStack("main"),
                    10 + i);
            processes.add(worker);
        }
        assertThat(text("tier", processes).lines().limit(3)).satisfiesExactly(
                l -> assertThat(l).matches("nginx +native, 12 samples \\(.*"),
                l -> assertThat(l).matches("php +native, 2 processes, 21 samples \\(.*"),
                l -> assertThat(l).isEmpty());
    }

    /** Of 50 types 30 are shown; the others, 70 down to 51 samples, are 1210 of 3775. */
    @Test
    void whatIsNotShownIsAddedUp() {
        assertThat(text("transaction", large())).containsPattern("\n\\(others\\) +40 +32\\.05 +121\\.00 ");
        assertThat(text("tier", large()))
                .containsPattern("\na-tier-with-a-name-0 +\\(others\\) +32\\.05 +4840\\.00 +1210\n");
    }

    /** A server that nobody sends contexts to. */
    @Test
    void withoutTransactionsFunctionsAreShownAllTheSame() {
        RecordedProcess nginx = new RecordedProcess(1, "nginx", false);
        RecordedProcess.Label none = new RecordedProcess.Label.Missing("background thread");
        nginx.add(none, TwoTierRecording.nativeStack("main", "ngx_worker_process_cycle", "ngx_http_write_filter"), 60);
        for (int i = 0; i < 20; i++)
            nginx.add(none, TwoTierRecording.nativeStack("main", "ngx_worker_process_cycle", "rest_" + i), 2);
        assertThat(text("transaction", List.of(nginx)))
                .contains("(background thread) in nginx (100.00% of its CPU), functions by self time:\n"
                        + "   60.00%  ngx_http_write_filter\n")
                .contains("   12.00%  (others: 6)\n");
    }
}
