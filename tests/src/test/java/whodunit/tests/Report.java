// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks things up in {@code report --format json}, by the keys of docs/format.md. */
record Report(JsonObject json) {
    JsonObject process(String name) {
        for (JsonElement s : json.getAsJsonArray("processes"))
            if (s.getAsJsonObject().get("name").getAsString().equals(name))
                return s.getAsJsonObject();
        throw new AssertionError("no process " + name + " in " + json);
    }

    long health(String tier, String counter) {
        JsonElement value = process(tier).getAsJsonObject("health").get(counter);
        return value == null ? 0 : value.getAsLong();
    }

    /** All transaction types. */
    List<String> types() {
        return json.getAsJsonArray("transactions").asList().stream()
                .map(t -> t.getAsJsonObject().get("type").getAsString()).toList();
    }

    private JsonObject transaction(String type) {
        for (JsonElement t : json.getAsJsonArray("transactions"))
            if (t.getAsJsonObject().get("type").getAsString().equals(type))
                return t.getAsJsonObject();
        throw new AssertionError("no transaction " + type + " in " + json.get("transactions"));
    }

    long requests(String type) {
        return transaction(type).get("requests").getAsLong();
    }

    /** Transaction type to the header of one of its requests; types whose requests had none are absent. */
    Map<String, String> traceparents() {
        Map<String, String> found = new TreeMap<>();
        for (JsonElement t : json.getAsJsonArray("transactions"))
            if (t.getAsJsonObject().has("traceparent"))
                found.put(t.getAsJsonObject().get("type").getAsString(),
                        t.getAsJsonObject().get("traceparent").getAsString());
        return found;
    }

    /** A transaction's samples on a tier. */
    long samples(String type, String tier) {
        JsonObject cell = transaction(type).getAsJsonObject("tiers").getAsJsonObject(tier);
        return cell == null ? 0 : cell.get("samples").getAsLong();
    }

    /** Reason to samples. */
    Map<String, Long> unattributed(String tier) {
        Map<String, Long> reasons = new TreeMap<>();
        JsonObject cells = json.getAsJsonObject("unattributed").getAsJsonObject(tier);
        if (cells != null)
            cells.entrySet()
                    .forEach(e -> reasons.put(e.getKey(), e.getValue().getAsJsonObject().get("samples").getAsLong()));
        return reasons;
    }

    /** All samples of the process without those of its own housekeeping, which serves no connection. */
    long connectionSamples(String tier) {
        return process(tier).get("samples").getAsLong() - unattributed(tier).getOrDefault("background thread", 0L);
    }
}
