// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.diff;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.cli.text.TierKey;
import whodunit.profile.diff.Diff;

/** The differences for programs; the keys are a contract (docs/format.md). */
public final class DiffJson {
    private DiffJson() {}

    public static void write(Diff diff, OutputStream out) throws IOException {
        JsonObject root = new JsonObject();
        root.addProperty("unit", diff.unit.name().toLowerCase(Locale.ROOT));
        root.add("transactions", rows("type", diff.types));
        root.add("functions", rows("function", diff.functions));
        out.write(
                (new GsonBuilder().setPrettyPrinting().create().toJson(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static JsonArray rows(String name, List<Diff.Row> rows) {
        JsonArray array = new JsonArray();
        for (Diff.Row r : rows) {
            JsonObject o = new JsonObject();
            o.addProperty(name, r.name());
            TierKey.addName(o, r.tier());
            o.addProperty("before", r.before());
            o.addProperty("after", r.after());
            o.addProperty("change", r.change());
            array.add(o);
        }
        return array;
    }
}
