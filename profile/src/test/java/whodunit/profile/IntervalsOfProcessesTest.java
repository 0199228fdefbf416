// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import whodunit.profile.diff.Diff;
import whodunit.profile.export.Collapsed;
import whodunit.profile.export.Exporter;
import whodunit.profile.export.Pprof;
import whodunit.profile.export.Speedscope;
import whodunit.profile.graph.Graph;

/** Two processes of one tier: a second of A in 1000 samples, and a second of B in 100. */
class IntervalsOfProcessesTest {
    private final Profile profile = Profile.stitch(List.of(process(1, "A", 1_000_000, 1000),
            process(2, "B", 10_000_000, 100)));

    private static RecordedProcess process(long uid, String type, long intervalNanos, long samples) {
        RecordedProcess process = new RecordedProcess(uid, "web", false);
        process.intervalNanos = intervalNanos;
        TwoTierRecording.context(process, 2, 0, Context.Kind.TRANSACTION, type);
        process.add(new RecordedProcess.Label.Of(2), TwoTierRecording.nativeStack("main", "work" + type), samples);
        return process;
    }

    @Test
    void sharesOfTheReportAreOfTime() {
        assertThat(new Summary(profile).transactions).hasSize(2).allSatisfy(r -> {
            assertThat(r.tiers().get("web").millis()).isCloseTo(1000, within(1e-9));
            assertThat(r.tiers().get("web").percent()).isEqualTo(50);
        });
    }

    @Test
    void sharesOfTheGraphAreOfTime() {
        assertThat(Graph.of(profile, Set.of(), 20).nodes()).extracting(Graph.Node::totalPct).contains(50.0)
                .doesNotContain(0.0).allMatch(p -> p == 50);
    }

    @Test
    void sharesOfTheComparisonAreOfTime() {
        assertThat(new Diff(profile, profile).types).hasSize(2).allMatch(r -> r.before() == 50);
    }

    @Test
    void whatIsExportedIsInOneUnit() throws IOException {
        assertThat(export(new Collapsed())).isEqualTo("A;[web];main;workA 1000\nB;[web];main;workB 1000\n");
        JsonObject tier = JsonParser.parseString(export(new Speedscope())).getAsJsonObject().getAsJsonArray("profiles")
                .get(0).getAsJsonObject();
        assertThat(tier.get("weights").toString()).isEqualTo("[1000,1000]");
        assertThat(tier.get("endValue").getAsLong()).isEqualTo(2000);
    }

    /** A second of A in samples of 10 ms, each of another stack, and a second of B in samples of 4 ms. */
    @Test
    void whatIsExportedIsExactWhereNoIntervalIsAMultipleOfTheOther() throws IOException {
        RecordedProcess a = process(1, "A", 10_000_000, 1), b = process(2, "B", 4_000_000, 250);
        for (int i = 1; i < 100; i++)
            a.add(new RecordedProcess.Label.Of(2), TwoTierRecording.nativeStack("main", "work" + i), 1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Collapsed().write(Profile.stitch(List.of(a, b)), out);
        Map<String, Long> weights = new TreeMap<>();
        out.toString(StandardCharsets.UTF_8).lines().forEach(line -> weights.merge(line.substring(0, 1),
                Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)), Long::sum));
        assertThat(weights.get("A")).isEqualTo(weights.get("B"));
    }

    /** Readers of pprof multiply the one by the other. */
    @Test
    void samplesOfPprofStandForItsPeriod() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Pprof().write(profile, out);
        var pprof = whodunit.profile.export.pprof.Profile
                .parseFrom(new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())));
        assertThat(pprof.getSampleList()).hasSize(2)
                .allSatisfy(s -> assertThat(s.getValue(0) * pprof.getPeriod()).isEqualTo(s.getValue(1)));
        assertThat(pprof.getSampleList()).extracting(s -> s.getLabelList().stream()
                .filter(l -> pprof.getStringTable((int) l.getKey()).equals("process"))
                .map(l -> pprof.getStringTable((int) l.getStr())).collect(Collectors.joining()))
                .containsExactlyInAnyOrder("web-0-0000000000000001", "web-0-0000000000000002");
    }

    private String export(Exporter exporter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        exporter.write(profile, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theFunctionToLookAtHasMostOfTheTime() {
        RecordedProcess few = process(2, "A", 10_000_000, 0);
        few.add(new RecordedProcess.Label.Of(2), TwoTierRecording.nativeStack("main", "long"), 900);
        assertThat(HotFunction.of(Profile.stitch(List.of(process(1, "A", 1_000_000, 1000), few)), "A", "web"))
                .contains(new HotFunction("long", 90));
    }
}
