package whodunit.tests;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks things up in {@code report --format json}, by the keys of docs/format.md. */
record Report(JsonObject json) {
    JsonObject stage(String name) {
        for (JsonElement s : json.getAsJsonArray("stages"))
            if (s.getAsJsonObject().get("name").getAsString().equals(name))
                return s.getAsJsonObject();
        throw new AssertionError("no stage " + name + " in " + json);
    }

    long health(String stage, String counter) {
        JsonElement value = stage(stage).getAsJsonObject("health").get(counter);
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

    /** A transaction's samples on a stage. */
    long samples(String type, String stage) {
        JsonObject cell = transaction(type).getAsJsonObject("stages").getAsJsonObject(stage);
        return cell == null ? 0 : cell.get("samples").getAsLong();
    }

    /** Reason to samples. */
    Map<String, Long> unattributed(String stage) {
        Map<String, Long> reasons = new TreeMap<>();
        JsonObject cells = json.getAsJsonObject("unattributed").getAsJsonObject(stage);
        if (cells != null)
            cells.entrySet()
                    .forEach(e -> reasons.put(e.getKey(), e.getValue().getAsJsonObject().get("samples").getAsLong()));
        return reasons;
    }

    /** All samples of the stage without those of its own housekeeping, which serves no connection. */
    long connectionSamples(String stage) {
        return stage(stage).get("samples").getAsLong() - unattributed(stage).getOrDefault("background thread", 0L);
    }
}
