// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.export;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.SampleUnits;

/**
 * speedscope's JSON: one sampled profile per tier, weights in samples, by {@link SampleUnits}, the transaction as
 * outermost frame.
 */
public final class Speedscope implements Exporter {
    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        SampleUnits units = new SampleUnits(profile.processes);
        Map<String, Integer> frames = new LinkedHashMap<>();
        Map<String, List<Profile.Entry>> byTier = new LinkedHashMap<>();
        for (Profile.Entry e : profile.entries)
            byTier.computeIfAbsent(e.process().tier, k -> new ArrayList<>()).add(e);
        JsonWriter json = new JsonWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        json.beginObject();
        json.name("$schema").value("https://www.speedscope.app/file-format-schema.json");
        json.name("exporter").value("whodunit");
        json.name("profiles").beginArray();
        for (Map.Entry<String, List<Profile.Entry>> tier : byTier.entrySet())
            writeTier(json, tier.getKey(), tier.getValue(), frames, units);
        json.endArray();
        json.name("shared").beginObject().name("frames").beginArray();
        for (String frame : frames.keySet())
            json.beginObject().name("name").value(frame).endObject();
        json.endArray().endObject();
        json.endObject();
        json.flush();
    }

    private static void writeTier(JsonWriter json, String name, List<Profile.Entry> entries,
            Map<String, Integer> frames, SampleUnits units) throws IOException {
        long total = entries.stream().mapToLong(e -> units.of(e.process(), e.samples())).sum();
        json.beginObject();
        json.name("type").value("sampled").name("name").value(name).name("unit").value("none");
        json.name("startValue").value(0).name("endValue").value(total);
        json.name("samples").beginArray();
        for (Profile.Entry e : entries) {
            json.beginArray();
            json.value(index(frames, e.transaction()));
            for (Frame f : e.stack())
                json.value(index(frames, f.name()));
            json.endArray();
        }
        json.endArray();
        json.name("weights").beginArray();
        for (Profile.Entry e : entries)
            json.value(units.of(e.process(), e.samples()));
        json.endArray();
        json.endObject();
    }

    private static int index(Map<String, Integer> frames, String name) {
        return frames.merge(name, frames.size(), (known, fresh) -> known);
    }
}
