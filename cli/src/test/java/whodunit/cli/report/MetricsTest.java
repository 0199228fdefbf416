// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.diff.Diff;
import whodunit.profile.export.Collapsed;
import whodunit.profile.export.Pprof;

/**
 * The database was recorded with the wall engine, the web tier was not: each has its own figures, and no figure is of
 * both.
 */
class MetricsTest {
    private final TwoTierRecording tiers = new TwoTierRecording();
    private Profile profile;

    @BeforeEach
    void record() {
        tiers.web.engine = "ctimer";
        tiers.db.engine = "wall";
        profile = Profile.stitch(List.of(tiers.web, tiers.db));
    }

    private String text(String by) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TextReport(by).write(profile, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void textNamesTheMetricOfEachStage() {
        assertThat(text("transaction")).contains("0.4 s of wall time").contains("0.1 s of CPU")
                .contains("db's wall time: Best 60.0%")
                .contains("web's CPU: Home 75.0%").containsPattern("web % +ms/req +db wall % +wall ms/req");
        assertThat(text("tier")).contains("cpu % or wall %").contains("cpu ms or wall ms");
        assertThat(text("time")).contains("cores or threads");
    }

    @Test
    void tablesNameMicrosecondsWhereWaitsAreCountedByLength() throws IOException {
        assertThat(csvHead("tier")).isEqualTo("tier,transaction,cpu % or wall %,cpu ms or wall ms,samples");
        tiers.db.engine = "kernel";
        tiers.db.time = SampledTime.WAITING;
        profile = Profile.stitch(List.of(tiers.db));
        assertThat(csvHead("tier")).isEqualTo("tier,transaction,waiting %,waiting ms,us");
        assertThat(csvHead("context")).isEqualTo("tier,transaction,waiting %,us,context");
        assertThat(csvHead("function")).isEqualTo("tier,function,waiting %,us,source");
    }

    @Test
    void tablesNameWaitingWhereOtherTiersHaveCpu() throws IOException {
        tiers.db.engine = "kernel";
        tiers.db.time = SampledTime.WAITING;
        profile = Profile.stitch(List.of(tiers.web, tiers.db));
        assertThat(csvHead("transaction"))
                .isEqualTo("transaction,requests,web %,\"ms/req\",db waiting %,\"waiting ms/req\"");
    }

    private String csvHead(String by) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new CsvReport(by).write(profile, out);
        return out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
    }

    @Test
    void jsonKeepsThemApart() {
        JsonObject best = JsonReport.tree(profile, "tier").getAsJsonArray("transactions").get(1).getAsJsonObject();
        assertThat(best.get("type").getAsString()).as("Home has more CPU, Best more wall time").isEqualTo("Best");
        JsonObject tiers = best.getAsJsonObject("tiers");
        assertThat(tiers.getAsJsonObject("web").get("cpu_ms").getAsDouble()).isEqualTo(20);
        assertThat(tiers.getAsJsonObject("db").keySet()).containsExactly("samples", "wall_ms", "wall_pct");
        assertThat(tiers.getAsJsonObject("db").get("wall_ms").getAsDouble()).isEqualTo(240);
        assertThat(JsonReport.tree(profile, "tier").getAsJsonArray("processes").get(0).getAsJsonObject().get("metric")
                .getAsString()).isEqualTo("wall");
    }

    @Test
    void pprofHasAColumnForEach() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Pprof().write(profile, out);
        var p = whodunit.profile.export.pprof.Profile
                .parseFrom(new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())));
        assertThat(p.getSampleTypeList()).extracting(t -> p.getStringTable((int) t.getType()))
                .containsExactly("samples", "cpu", "wall");
        assertThat(p.getSampleTypeList()).extracting(t -> p.getStringTable((int) t.getUnit())).containsExactly("count",
                "nanoseconds", "nanoseconds");
        long[] sums = new long[3];
        p.getSampleList().forEach(s -> {
            for (int i = 0; i < 3; i++)
                sums[i] += s.getValue(i);
        });
        assertThat(sums).containsExactly(120, 20 * 4_000_000, 100 * 4_000_000);
    }

    @Test
    void collapsedStacksBeginWithTheMetric() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Collapsed().write(profile, out);
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).contains(
                "cpu;Best;[web];java.lang.Thread.run;shop.Best.page 5",
                "wall;Best;[web];shop.Best.page;driver.Query.run;[db];start_thread;handle_query;filesort 60");
    }

    @Test
    void recordingsOfDifferentMetricsAreNotCompared() {
        TwoTierRecording other = new TwoTierRecording();
        assertThat(Diff.incomparable(Profile.stitch(List.of(other.web, other.db)), profile)).containsExactly("db");
        assertThat(Diff.incomparable(profile, profile)).isEmpty();
    }

    @Test
    void everythingMayBeWallTime() {
        RecordedProcess web = tiers.web;
        web.engine = "wall";
        profile = Profile.stitch(List.of(web, tiers.db));
        assertThat(text("tier")).contains("wall %").doesNotContain("CPU").doesNotContain("cpu");
        assertThat(text("time")).contains("threads").doesNotContain("cores");
    }
}
