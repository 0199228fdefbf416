package whodunit.cli.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.Summary;

/** What {@code --by} stage, context, function and time add to the report's JSON: the same rows as in text, as {@code rows}. */
final class JsonRows {
    private JsonRows() {}

    static void addTo(JsonObject root, Profile profile, Summary summary, String by) {
        root.addProperty("by", by);
        switch (by) {
            case "stage" -> root.add("rows", byStage(summary));
            case "context" -> root.add("rows", byContext(profile));
            case "function" -> root.add("rows", byFunction(profile));
            case "time" -> root.add("rows", byTime(profile));
            default -> {} // the rows are "transactions"
        }
    }

    private static JsonArray byStage(Summary s) {
        JsonArray rows = new JsonArray();
        for (String stage : s.stageNames) {
            for (Summary.Row r : s.transactions) {
                Summary.Cell c = r.stages().get(stage);
                if (c != null)
                    rows.add(row(stage, s.metrics.get(stage), r.type(), c.samples(), c.millis(), c.percent()));
            }
            s.unattributed.get(stage).forEach((reason, c) -> rows
                    .add(row(stage, s.metrics.get(stage), "(" + reason + ")", c.samples(), c.millis(), c.percent())));
        }
        return rows;
    }

    private static JsonArray byContext(Profile profile) {
        JsonArray rows = new JsonArray();
        for (Contexts.Row r : Contexts.of(profile)) {
            JsonObject row = row(r.stage(), r.metric(), r.transaction(), r.samples(), r.millis(), r.percent());
            JsonArray path = new JsonArray();
            r.path().forEach(path::add);
            row.add("context", path);
            rows.add(row);
        }
        return rows;
    }

    private static JsonArray byFunction(Profile profile) {
        JsonArray rows = new JsonArray();
        for (Functions.Row r : Functions.of(profile)) {
            JsonObject row = new JsonObject();
            row.addProperty("stage", r.stage());
            row.addProperty("function", r.function().name());
            if (r.function().source() != null) {
                row.addProperty("file", r.function().source().file());
                row.addProperty("line", r.function().source().line());
            }
            row.addProperty("samples", r.samples());
            row.addProperty(r.metric().key() + "_ms", r.millis());
            row.addProperty(r.metric().key() + "_pct", r.percent());
            rows.add(row);
        }
        return rows;
    }

    private static JsonArray byTime(Profile profile) {
        JsonArray rows = new JsonArray();
        for (TimeRows.Row r : TimeRows.of(profile)) {
            JsonObject row = new JsonObject();
            row.addProperty("after_s", r.seconds());
            row.addProperty("stage", r.stage());
            row.addProperty(r.metric().load(), r.load());
            row.addProperty("transaction", r.transaction());
            row.addProperty(r.metric().key() + "_pct", r.percent());
            rows.add(row);
        }
        return rows;
    }

    private static JsonObject row(String stage, Metric metric, String transaction, long samples, double millis,
            double percent) {
        JsonObject row = new JsonObject();
        row.addProperty("stage", stage);
        row.addProperty("transaction", transaction);
        row.addProperty("samples", samples);
        row.addProperty(metric.key() + "_ms", millis);
        row.addProperty(metric.key() + "_pct", percent);
        return row;
    }
}
