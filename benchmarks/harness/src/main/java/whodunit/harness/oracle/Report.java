// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.oracle;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import whodunit.harness.Checkout;
import whodunit.harness.Program;

/** What the profiler says about a recording. */
public final class Report {
    private final JsonObject json;
    private final Map<String, JsonObject> transactions = new LinkedHashMap<>();

    private Report(JsonObject json) {
        this.json = json;
        for (JsonElement e : json.getAsJsonArray("transactions"))
            transactions.put(e.getAsJsonObject().get("type").getAsString(), e.getAsJsonObject());
    }

    /** Writes it to the directory, as {@code report.json}, and reads it. */
    public static Report of(Checkout checkout, Path recording, Path directory)
            throws IOException, InterruptedException {
        Path report = directory.resolve("report.json");
        Program.run(List.of(checkout.launcher(), "report", recording.toString(), "--format", "json", "-o",
                report.toString()), directory);
        return new Report(JsonParser.parseString(Files.readString(report)).getAsJsonObject());
    }

    /** All of it, for what only one oracle asks. */
    public JsonObject json() {
        return json;
    }

    /** The transactions' types, in its order. */
    public Set<String> types() {
        return transactions.keySet();
    }

    /** How many requests of the type it has counted. */
    public long requests(String type) {
        JsonObject transaction = transactions.get(type);
        return transaction == null ? 0 : transaction.get("requests").getAsLong();
    }

    public long samples(String type, String tier) {
        JsonObject cell = cell(type, tier);
        return cell == null ? 0 : cell.get("samples").getAsLong();
    }

    /** Of all the type's requests together. */
    public double cpuMillis(String type, String tier) {
        JsonObject cell = cell(type, tier);
        return cell == null ? 0 : cell.get("cpu_ms").getAsDouble();
    }

    /** Of the tier's. */
    public double cpuPercent(String type, String tier) {
        JsonObject cell = cell(type, tier);
        return cell == null ? 0 : cell.get("cpu_pct").getAsDouble();
    }

    private JsonObject cell(String type, String tier) {
        JsonObject transaction = transactions.get(type);
        return transaction == null ? null : transaction.getAsJsonObject("tiers").getAsJsonObject(tier);
    }
}
