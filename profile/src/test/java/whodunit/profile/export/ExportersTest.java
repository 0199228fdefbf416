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
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import whodunit.profile.Profile;
import whodunit.profile.Stage;
import whodunit.profile.Tiers;
import whodunit.profile.export.pprof.Sample;

/** Totals are the profile's to the last sample, and stacks keep their order. */
class ExportersTest {
    private final Tiers tiers = new Tiers();
    private final Profile profile = Profile.stitch(List.of(tiers.web, tiers.db));
    private final long total = profile.entries.stream().mapToLong(Profile.Entry::samples).sum();

    private byte[] write(Exporter exporter, Profile p) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        exporter.write(p, out);
        return out.toByteArray();
    }

    @Test
    void pprof() throws IOException {
        var pprof = whodunit.profile.export.pprof.Profile.parseFrom(
                new GZIPInputStream(new ByteArrayInputStream(write(new Pprof(), profile))).readAllBytes());
        assertThat(pprof.getSampleList().stream().mapToLong(s -> s.getValue(0)).sum()).isEqualTo(total);
        assertThat(pprof.getStringTable(0)).isEmpty();
        Sample sort = pprof.getSampleList().stream().filter(s -> name(pprof, s, 0).equals("filesort")).findFirst().orElseThrow();
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

    @Test
    void collapsed() throws IOException {
        String text = new String(write(new Collapsed(), profile), StandardCharsets.UTF_8);
        assertThat(text.lines()).contains("Best;[web];shop.Best.page;driver.Query.run;[db];start_thread;handle_query;filesort 60");
        assertThat(text.lines().mapToLong(l -> Long.parseLong(l.substring(l.lastIndexOf(' ') + 1))).sum()).isEqualTo(total);
    }

    @Test
    void hostileNamesDoNotBreakLines() throws IOException {
        Tiers hostile = new Tiers();
        hostile.db.add(new Stage.Label.Of(0), Tiers.nativeStack("a;b\nc 1"), 1);
        String text = new String(write(new Collapsed(), Profile.stitch(List.of(hostile.web, hostile.db))), StandardCharsets.UTF_8);
        assertThat(text.lines()).contains("(thread without a transaction);[db];a_b_c 1 1");
    }

    @Test
    void speedscope() throws IOException {
        JsonObject root = JsonParser.parseString(new String(write(new Speedscope(), profile), StandardCharsets.UTF_8)).getAsJsonObject();
        long weights = 0;
        for (JsonElement p : root.getAsJsonArray("profiles")) {
            assertThat(p.getAsJsonObject().getAsJsonArray("samples").size()).isEqualTo(p.getAsJsonObject().getAsJsonArray("weights").size());
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
            String stage = resource.getResource().getAttributes(0).getValue().getStringValue();
            var p = resource.getScopeProfiles(0).getProfiles(0);
            assertThat(dictionary.getStringTable(p.getSampleType().getTypeStrindex())).isEqualTo("samples");
            for (var s : p.getSamplesList()) {
                var txn = dictionary.getAttributeTable(s.getAttributeIndices(0));
                assertThat(dictionary.getStringTable(txn.getKeyStrindex())).isEqualTo("txn");
                found.merge(txn.getValue().getStringValue() + "," + stage, s.getValues(0), Long::sum);
                var root = dictionary.getStackTable(s.getStackIndex()).getLocationIndicesList();
                var function = dictionary.getFunctionTable(dictionary.getLocationTable(root.get(root.size() - 1)).getLines(0).getFunctionIndex());
                assertThat(dictionary.getStringTable(function.getNameStrindex())).isIn("[web]", "[db]");
            }
        }
        assertThat(found).isEqualTo(Map.of("Best,web", 5L, "Home,web", 15L, "Best,db", 60L, "Home,db", 20L, "(background thread),db", 20L));
    }
}
