// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import whodunit.cli.text.TierKey;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.Summary;

/**
 * What {@code --by} tier, context, function and time add to the report's JSON: the same rows as in text, as
 * {@code rows}.
 */
final class JsonRows {
    private JsonRows() {}

    static void addTo(JsonObject root, Profile profile, Summary summary, String by) {
        root.addProperty("by", by);
        switch (by) {
            case "tier" -> root.add("rows", byTier(summary));
            case "context" -> root.add("rows", byContext(profile));
            case "function" -> root.add("rows", byFunction(profile));
            case "time" -> root.add("rows", byTime(profile));
            default -> {} // the rows are "transactions"
        }
    }

    private static JsonArray byTier(Summary s) {
        JsonArray rows = new JsonArray();
        for (String tier : s.tierNames) {
            for (Summary.Row r : s.transactions) {
                Summary.Cell c = r.tiers().get(tier);
                if (c != null)
                    rows.add(row(tier, s.metrics.get(tier), r.type(), c.samples(), c.millis(), c.percent()));
            }
            s.unattributed.get(tier).forEach((reason, c) -> rows
                    .add(row(tier, s.metrics.get(tier), "(" + reason + ")", c.samples(), c.millis(), c.percent())));
        }
        return rows;
    }

    private static JsonArray byContext(Profile profile) {
        JsonArray rows = new JsonArray();
        for (ContextRows.Row r : ContextRows.of(profile)) {
            JsonObject row = row(r.tier(), r.metric(), r.transaction(), r.samples(), r.millis(), r.percent());
            JsonArray path = new JsonArray();
            r.path().forEach(path::add);
            row.add("context", path);
            rows.add(row);
        }
        return rows;
    }

    private static JsonArray byFunction(Profile profile) {
        JsonArray rows = new JsonArray();
        for (FunctionRows.Row r : FunctionRows.of(profile)) {
            JsonObject row = new JsonObject();
            row.addProperty("tier", r.tier());
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
            TierKey.addName(row, r.tier());
            row.addProperty(r.metric().load(), r.load());
            row.addProperty("transaction", r.transaction());
            row.addProperty(r.metric().key() + "_pct", r.percent());
            rows.add(row);
        }
        return rows;
    }

    private static JsonObject row(String tier, Metric metric, String transaction, long samples, double millis,
            double percent) {
        JsonObject row = new JsonObject();
        TierKey.addName(row, tier);
        row.addProperty("transaction", transaction);
        row.addProperty("samples", samples);
        row.addProperty(metric.key() + "_ms", millis);
        row.addProperty(metric.key() + "_pct", percent);
        return row;
    }
}
