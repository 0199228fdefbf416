// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
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
import whodunit.profile.Frame;
import whodunit.profile.NativeModule;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Selection;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.export.pprof.Function;
import whodunit.profile.export.pprof.Mapping;
import whodunit.profile.export.pprof.Sample;

/** Totals are the profile's to the last sample, and stacks keep their order. */
class ExportersTest {
    private final TwoTierRecording tiers = new TwoTierRecording();
    private final Profile profile = Profile.stitch(List.of(tiers.web, tiers.db));
    private final long total = profile.entries.stream().mapToLong(Profile.Entry::samples).sum();

    private byte[] write(Exporter exporter, Profile p) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        exporter.write(p, out);
        return out.toByteArray();
    }

    /** What {@link Pprof} makes of it. */
    private whodunit.profile.export.pprof.Profile read(Profile p) throws IOException {
        return whodunit.profile.export.pprof.Profile
                .parseFrom(new GZIPInputStream(new ByteArrayInputStream(write(new Pprof(), p))).readAllBytes());
    }

    @Test
    void pprof() throws IOException {
        var pprof = read(profile);
        assertThat(pprof.getSampleList().stream().mapToLong(s -> s.getValue(0)).sum()).isEqualTo(total);
        assertThat(pprof.getStringTable(0)).isEmpty();
        Sample sort = pprof.getSampleList().stream().filter(s -> name(pprof, s, 0).equals("filesort")).findFirst()
                .orElseThrow();
        assertThat(name(pprof, sort, sort.getLocationIdCount() - 1)).isEqualTo("[web]");
        assertThat(sort.getValue(1)).isEqualTo(60 * 4_000_000L);
        assertThat(pprof.getStringTable((int) sort.getLabel(0).getKey())).isEqualTo("txn");
        assertThat(pprof.getStringTable((int) sort.getLabel(0).getStr())).isEqualTo("Best");
    }

    private static String name(whodunit.profile.export.pprof.Profile p, Sample s, int i) {
        long location = s.getLocationId(i);
        long function = p.getLocation((int) location - 1).getLine(0).getFunctionId();
        return p.getStringTable((int) p.getFunction((int) function - 1).getName());
    }

    /** "file build-id" of each location of a function in pprof, where it has a mapping. */
    private static String mapping(whodunit.profile.export.pprof.Profile p, String function) {
        return p.getLocationList().stream()
                .filter(l -> p.getStringTable((int) p.getFunction((int) l.getLine(0).getFunctionId() - 1).getName())
                        .equals(function))
                .filter(l -> l.getMappingId() != 0).map(l -> p.getMapping((int) l.getMappingId() - 1))
                .map(m -> p.getStringTable((int) m.getFilename()) + " " + p.getStringTable((int) m.getBuildId()))
                .sorted().collect(Collectors.joining(", "));
    }

    /** A database in which read is libc's and also a wrapper's, and one of whose libraries is not known but by name. */
    private Profile withModules() {
        RecordedProcess db = tiers.db;
        db.modules.put("libaio.so",
                new NativeModule("/usr/lib/libaio.so", 0xffff_ffff_ffff_0000L, 0xffff_ffff_ffff_1000L, 0x600, "01"));
        db.modules.put("mariadbd", new NativeModule("/usr/sbin/mariadbd", 0x1000, 0x5000, 0x400, "00ab"));
        db.modules.put("libc.so.6", new NativeModule("/usr/lib/libc.so.6", 0x7000, 0x9000, 0x600, ""));
        db.add(new RecordedProcess.Label.Of(10),
                List.of(new Frame("main", Frame.Kind.NATIVE, "mariadbd"),
                        new Frame("read", Frame.Kind.NATIVE, "wrapper.so"),
                        new Frame("read", Frame.Kind.NATIVE, "libc.so.6"), new Frame("sys_read", Frame.Kind.KERNEL)),
                7);
        return Profile.stitch(List.of(tiers.web, db));
    }

    @Test
    void pprofTellsTheFilesOfNativeFrames() throws IOException {
        var pprof = read(withModules());
        assertThat(mapping(pprof, "main")).isEqualTo("/usr/sbin/mariadbd 00ab");
        assertThat(mapping(pprof, "read")).isEqualTo("/usr/lib/libc.so.6 , wrapper.so ");
        assertThat(mapping(pprof, "sys_read")).isEqualTo("[kernel.kallsyms] ");
        assertThat(mapping(pprof, "shop.Best.page")).isEmpty();
        assertThat(pprof.getFunctionList()).extracting(Function::getName).doesNotHaveDuplicates();
        Mapping mariadbd = pprof.getMapping(0); // pprof takes the first for the main program
        assertThat(pprof.getStringTable((int) mariadbd.getBuildId())).isEqualTo("00ab");
        assertThat(List.of(mariadbd.getMemoryStart(), mariadbd.getMemoryLimit(), mariadbd.getFileOffset()))
                .containsExactly(0x1000L, 0x5000L, 0x400L);
        assertThat(pprof.getMappingList()).allMatch(Mapping::getHasFunctions);
    }

    @Test
    void aTierThatIsNotExportedIsNotTheMainProgram() throws IOException {
        tiers.web.modules.put("java", new NativeModule("/usr/bin/java", 0x1000, 0x2000, 0, "0a"));
        Profile web = withModules().select(new Selection(Set.of(), Set.of("web"), Long.MIN_VALUE, Long.MAX_VALUE));
        var pprof = read(web);
        assertThat(pprof.getMappingList()).extracting(m -> pprof.getStringTable((int) m.getFilename()))
                .containsExactly("/usr/bin/java");
    }

    @Test
    void otlpTellsTheFilesOfNativeFrames() throws IOException {
        var d = ProfilesData.parseFrom(write(new Otlp(), withModules())).getDictionary();
        Map<String, String> found = new TreeMap<>();
        for (var location : d.getLocationTableList().subList(1, d.getLocationTableCount())) {
            var mapping = d.getMappingTable(location.getMappingIndex());
            String attributes = mapping.getAttributeIndicesList().stream().map(d::getAttributeTable)
                    .map(a -> d.getStringTable(a.getKeyStrindex()) + "=" + a.getValue().getStringValue())
                    .collect(Collectors.joining(" "));
            found.merge(d.getStringTable(d.getFunctionTable(location.getLines(0).getFunctionIndex()).getNameStrindex()),
                    d.getStringTable(mapping.getFilenameStrindex()) + " " + attributes, (a, b) -> a + ", " + b);
        }
        assertThat(found).containsEntry("main", "/usr/sbin/mariadbd process.executable.build_id.gnu=00ab")
                .containsEntry("sys_read", "[kernel.kallsyms] ")
                .containsEntry("shop.Best.page", " ");
        assertThat(found.get("read").split(", ")).containsExactlyInAnyOrder("/usr/lib/libc.so.6 ", "wrapper.so ");
        assertThat(d.getMappingTableList()).anyMatch(
                m -> m.getMemoryStart() == 0x1000 && m.getMemoryLimit() == 0x5000 && m.getFileOffset() == 0x400);
    }

    @Test
    void collapsed() throws IOException {
        String text = new String(write(new Collapsed(), profile), StandardCharsets.UTF_8);
        assertThat(text.lines())
                .contains("Best;[web];shop.Best.page;driver.Query.run;[db];start_thread;handle_query;filesort 60");
        assertThat(text.lines().mapToLong(l -> Long.parseLong(l.substring(l.lastIndexOf(' ') + 1))).sum())
                .isEqualTo(total);
    }

    @Test
    void hostileNamesDoNotBreakLines() throws IOException {
        TwoTierRecording hostile = new TwoTierRecording();
        hostile.db.add(new RecordedProcess.Label.Of(0), TwoTierRecording.nativeStack("a;b\nc 1"), 1);
        hostile.db.add(new RecordedProcess.Label.Of(0), TwoTierRecording.nativeStack("d\u0085e\u2028f\u009b[31m"), 1);
        String text = new String(write(new Collapsed(), Profile.stitch(List.of(hostile.web, hostile.db))),
                StandardCharsets.UTF_8);
        assertThat(text.lines()).contains("(thread without a transaction);[db];a_b_c 1 1");
        assertThat(text.lines()).contains("(thread without a transaction);[db];d_e_f_[31m 1");
    }

    @Test
    void speedscope() throws IOException {
        JsonObject root = JsonParser.parseString(new String(write(new Speedscope(), profile), StandardCharsets.UTF_8))
                .getAsJsonObject();
        long weights = 0;
        for (JsonElement p : root.getAsJsonArray("profiles")) {
            assertThat(p.getAsJsonObject().getAsJsonArray("samples").size())
                    .isEqualTo(p.getAsJsonObject().getAsJsonArray("weights").size());
            for (JsonElement w : p.getAsJsonObject().getAsJsonArray("weights"))
                weights += w.getAsLong();
        }
        assertThat(weights).isEqualTo(total);
        assertThat(root.getAsJsonObject("shared").getAsJsonArray("frames")).isNotEmpty();
    }

    @Test
    void otlp() throws IOException {
        ProfilesData data = ProfilesData.parseFrom(write(new Otlp(), profile));
        var dictionary = data.getDictionary();
        assertThat(dictionary.getStringTable(0)).isEmpty();
        Map<String, Long> found = new TreeMap<>();
        for (var resource : data.getResourceProfilesList()) {
            String process = resource.getResource().getAttributes(0).getValue().getStringValue();
            var p = resource.getScopeProfiles(0).getProfiles(0);
            assertThat(dictionary.getStringTable(p.getSampleType().getTypeStrindex())).isEqualTo("samples");
            for (var s : p.getSamplesList()) {
                var txn = dictionary.getAttributeTable(s.getAttributeIndices(0));
                assertThat(dictionary.getStringTable(txn.getKeyStrindex())).isEqualTo("txn");
                found.merge(txn.getValue().getStringValue() + "," + process, s.getValues(0), Long::sum);
                var root = dictionary.getStackTable(s.getStackIndex()).getLocationIndicesList();
                var function = dictionary.getFunctionTable(
                        dictionary.getLocationTable(root.get(root.size() - 1)).getLines(0).getFunctionIndex());
                assertThat(dictionary.getStringTable(function.getNameStrindex())).isIn("[web]", "[db]");
            }
        }
        assertThat(found).isEqualTo(
                Map.of("Best,web", 5L, "Home,web", 15L, "Best,db", 60L, "Home,db", 20L, "(background thread),db", 20L));
    }

    /** Of 10 s that were recorded the two that were chosen. */
    @Test
    void theTimeIsThatOfTheSelection() throws IOException {
        long second = 1_000_000_000, start = 1_700_000_000 * second;
        RecordedProcess process = new RecordedProcess(1, "t", false);
        process.startUnixNanos = process.clockOffsetNanos = start;
        process.firstNanos = 0;
        process.lastNanos = 10 * second;
        int label = process.samples.label(new RecordedProcess.Label.Missing("none"));
        int stack = process.samples.stack(TwoTierRecording.nativeStack("main"));
        for (int i = 0; i <= 10; i++)
            process.samples.add(label, stack, start + i * second, 1);
        Profile all = Profile.stitch(List.of(process));
        Profile part = all.select(new Selection(Set.of(), Set.of(), start + 3 * second, start + 5 * second));
        assertThat(List.of(read(all).getTimeNanos(), read(all).getDurationNanos()))
                .containsExactly(start, 10 * second);
        assertThat(List.of(read(part).getTimeNanos(), read(part).getDurationNanos()))
                .containsExactly(start + 3 * second, 2 * second);
        var otlp = ProfilesData.parseFrom(write(new Otlp(), part)).getResourceProfiles(0).getScopeProfiles(0)
                .getProfiles(0);
        assertThat(List.of(otlp.getTimeUnixNano(), otlp.getDurationNano()))
                .containsExactly(start + 3 * second, 2 * second);
    }

    /** A minute before it had anything to do; then it worked for ten seconds. */
    @Test
    void theTimeBeginsWithTheProcess() throws IOException {
        long second = 1_000_000_000, start = 1_700_000_000 * second;
        RecordedProcess process = new RecordedProcess(1, "t", false);
        process.startUnixNanos = process.clockOffsetNanos = start;
        process.firstNanos = 60 * second;
        process.lastNanos = 70 * second;
        process.samples.add(process.samples.label(new RecordedProcess.Label.Missing("none")),
                process.samples.stack(TwoTierRecording.nativeStack("main")), start + 65 * second, 1);
        var pprof = read(Profile.stitch(List.of(process)));
        assertThat(List.of(pprof.getTimeNanos(), pprof.getDurationNanos())).containsExactly(start, 70 * second);
    }
}
