// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.cli.report.JsonReport;
import whodunit.profile.Profile;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.export.Collapsed;
import whodunit.profile.export.Exporter;
import whodunit.profile.export.Otlp;
import whodunit.profile.export.Pprof;
import whodunit.profile.export.Speedscope;
import whodunit.profile.read.RecordingReader;
import whodunit.profile.scale.ScaleRecording;

/**
 * What every exporter writes has, per transaction and tier, the report's samples: not one more or less. Keys are
 * "transaction,tier".
 */
class RoundTripTest {
    /** The last boundary is the tier that was sampled. */
    private static final Pattern COLLAPSED = Pattern.compile("([^;]*);.*\\[(\\w+)](?:;[^\\[]*)? (\\d+)");

    private static byte[] write(Exporter exporter, Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        exporter.write(profile, out);
        return out.toByteArray();
    }

    private static void check(Profile profile) throws IOException {
        Map<String, Long> report = report(profile);
        assertThat(report.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(profile.processes.stream().mapToLong(s -> s.totalSamples()).sum());
        assertThat(pprof(write(new Pprof(), profile))).as("pprof").isEqualTo(report);
        assertThat(collapsed(write(new Collapsed(), profile))).as("collapsed").isEqualTo(report);
        assertThat(speedscope(write(new Speedscope(), profile))).as("speedscope").isEqualTo(report);
        assertThat(otlp(write(new Otlp(), profile))).as("otlp").isEqualTo(report);
    }

    private static Map<String, Long> report(Profile profile) {
        Map<String, Long> found = new TreeMap<>();
        JsonObject tree = JsonReport.tree(profile, "transaction");
        for (JsonElement t : tree.getAsJsonArray("transactions"))
            t.getAsJsonObject().getAsJsonObject("tiers").entrySet().forEach(s -> found.merge(
                    t.getAsJsonObject().get("type").getAsString() + "," + s.getKey(), samples(s.getValue()),
                    Long::sum));
        tree.getAsJsonObject("unattributed").entrySet().forEach(s -> s.getValue().getAsJsonObject().entrySet()
                .forEach(reason -> found.merge("(" + reason.getKey() + ")," + s.getKey(), samples(reason.getValue()),
                        Long::sum)));
        return found;
    }

    private static long samples(JsonElement cell) {
        return cell.getAsJsonObject().get("samples").getAsLong();
    }

    private static Map<String, Long> pprof(byte[] bytes) throws IOException {
        var p = whodunit.profile.export.pprof.Profile.parseFrom(new GZIPInputStream(new ByteArrayInputStream(bytes)));
        Map<String, Long> found = new TreeMap<>();
        for (var s : p.getSampleList()) {
            Map<String, String> labels = new TreeMap<>();
            s.getLabelList()
                    .forEach(l -> labels.put(p.getStringTable((int) l.getKey()), p.getStringTable((int) l.getStr())));
            found.merge(labels.get("txn") + "," + labels.get("tier"), s.getValue(0), Long::sum);
        }
        return found;
    }

    private static Map<String, Long> collapsed(byte[] bytes) {
        Map<String, Long> found = new TreeMap<>();
        new String(bytes, StandardCharsets.UTF_8).lines().forEach(line -> {
            Matcher m = COLLAPSED.matcher(line);
            assertThat(m.matches()).as(line).isTrue();
            found.merge(m.group(1) + "," + m.group(2), Long.parseLong(m.group(3)), Long::sum);
        });
        return found;
    }

    private static Map<String, Long> speedscope(byte[] bytes) {
        JsonObject root = JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8)).getAsJsonObject();
        var frames = root.getAsJsonObject("shared").getAsJsonArray("frames");
        Map<String, Long> found = new TreeMap<>();
        for (JsonElement profile : root.getAsJsonArray("profiles")) {
            JsonObject p = profile.getAsJsonObject();
            long total = 0;
            for (int i = 0; i < p.getAsJsonArray("samples").size(); i++) {
                int outermost = p.getAsJsonArray("samples").get(i).getAsJsonArray().get(0).getAsInt();
                long n = p.getAsJsonArray("weights").get(i).getAsLong();
                total += n;
                found.merge(frames.get(outermost).getAsJsonObject().get("name").getAsString() + ","
                        + p.get("name").getAsString(), n, Long::sum);
            }
            assertThat(p.get("endValue").getAsLong()).isEqualTo(total);
        }
        return found;
    }

    private static Map<String, Long> otlp(byte[] bytes) throws IOException {
        ProfilesData data = ProfilesData.parseFrom(bytes);
        var dictionary = data.getDictionary();
        Map<String, Long> found = new TreeMap<>();
        for (var resource : data.getResourceProfilesList()) {
            assertThat(resource.getResource().getAttributes(0).getKey()).isEqualTo("service.name");
            String tier = resource.getResource().getAttributes(0).getValue().getStringValue();
            for (var s : resource.getScopeProfiles(0).getProfiles(0).getSamplesList()) {
                var txn = dictionary.getAttributeTable(s.getAttributeIndices(0));
                assertThat(dictionary.getStringTable(txn.getKeyStrindex())).isEqualTo("txn");
                assertThat(s.getStackIndex()).isPositive().isLessThan(dictionary.getStackTableCount());
                found.merge(txn.getValue().getStringValue() + "," + tier, s.getValues(0), Long::sum);
            }
        }
        return found;
    }

    @Test
    void twoTiers() throws IOException {
        TwoTierRecording tiers = new TwoTierRecording();
        check(Profile.stitch(List.of(tiers.web, tiers.db)));
    }

    /** The recording of benchmarks/scale with a fiftieth of its samples. */
    @Test
    void aLargeRecording(@TempDir Path directory) throws IOException {
        Map<String, Long> truth = ScaleRecording.write(directory, new ScaleRecording.Size(200_000, 2_000, 400, 40, 12));
        Profile profile = Profile.stitch(RecordingReader.read(List.of(directory), f -> {}).processes());
        assertThat(report(profile)).isEqualTo(truth);
        check(profile);
    }
}
