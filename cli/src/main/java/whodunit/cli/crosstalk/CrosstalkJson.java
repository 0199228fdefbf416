// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.crosstalk;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.cli.text.TierKey;
import whodunit.profile.Frame;
import whodunit.profile.WaitHistogram;
import whodunit.profile.crosstalk.Crosstalk;
import whodunit.profile.crosstalk.Crosstalk.Relation;

/** Crosstalk in the report's JSON; its keys are a contract (docs/format.md). */
public final class CrosstalkJson {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private CrosstalkJson() {}

    /** The matrix alone: what the report says about crosstalk, and each waiting type's mean. */
    public static void write(Crosstalk crosstalk, OutputStream out) throws IOException {
        JsonObject root = new JsonObject();
        JsonArray transactions = new JsonArray();
        for (String type : crosstalk.waiters()) {
            JsonObject t = new JsonObject();
            t.addProperty("type", type);
            t.addProperty("requests", crosstalk.requests(type));
            addMeans(t, crosstalk, type);
            transactions.add(t);
        }
        root.add("transactions", transactions);
        addTo(root, crosstalk);
        out.write((GSON.toJson(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Adds {@code crosstalk}, {@code crosstalk_without_holder} and {@code crosstalk_holders}. */
    public static void addTo(JsonObject root, Crosstalk crosstalk) {
        root.add("crosstalk", rows(crosstalk.rows));
        root.add("crosstalk_without_holder", rows(crosstalk.withoutHolder));
        root.add("crosstalk_holders", holders(crosstalk));
    }

    /** Adds what the requests of a transaction type waited on average. */
    public static void addMeans(JsonObject transaction, Crosstalk crosstalk, String type) {
        transaction.addProperty("crosstalk_mean_ms", crosstalk.meanMillis(type));
        JsonObject tiers = new JsonObject();
        crosstalk.meanMillisByTier(type).forEach(tiers::addProperty);
        transaction.add("crosstalk_mean_ms_by_tier", tiers);
        transaction.add("crosstalk_mean_ms_by_stage", tiers);
    }

    private static JsonArray rows(List<Crosstalk.Row> rows) {
        JsonArray array = new JsonArray();
        for (Crosstalk.Row r : rows) {
            JsonObject o = new JsonObject();
            TierKey.addName(o, r.tier());
            o.addProperty("waiter", r.waiter());
            o.addProperty("holder", r.holder());
            o.addProperty("site", r.site());
            o.addProperty("relation", name(r.relation()));
            addTimes(o, r.times());
            JsonArray paths = new JsonArray();
            r.paths().forEach(p -> paths.add(path(p)));
            o.add("paths", paths);
            array.add(o);
        }
        return array;
    }

    private static JsonObject path(Crosstalk.Path p) {
        JsonObject o = new JsonObject();
        o.addProperty("kind", p.kind().name().toLowerCase(Locale.ROOT));
        o.addProperty("end", p.end().name().toLowerCase(Locale.ROOT));
        o.addProperty("lock", p.lock());
        addTimes(o, p.times());
        o.add("waiter_path", frames(p.waiter()));
        o.add("holder_path", frames(p.holder()));
        return o;
    }

    private static void addTimes(JsonObject o, WaitHistogram t) {
        o.addProperty("count", t.count());
        o.addProperty("mean_ms", t.meanMillis());
        o.addProperty("total_ms", t.totalMillis());
        o.addProperty("p50_ms", t.quantileMillis(0.50));
        o.addProperty("p99_ms", t.quantileMillis(0.99));
        o.addProperty("max_ms", t.maxMillis());
        JsonArray log2 = new JsonArray();
        for (long n : t.log2())
            log2.add(n);
        o.add("log2_ns", log2);
    }

    private static JsonArray frames(List<Frame> frames) {
        JsonArray array = new JsonArray();
        frames.forEach(f -> array.add(f.name()));
        return array;
    }

    private static JsonObject holders(Crosstalk crosstalk) {
        JsonObject tiers = new JsonObject();
        crosstalk.holders.forEach((tier, relations) -> {
            double all = relations.values().stream().mapToDouble(WaitHistogram::totalMillis).sum();
            JsonObject o = new JsonObject();
            relations.forEach((relation, t) -> {
                JsonObject share = new JsonObject();
                share.addProperty("count", t.count());
                share.addProperty("total_ms", t.totalMillis());
                share.addProperty("pct", all == 0 ? 0 : 100 * t.totalMillis() / all);
                o.add(name(relation), share);
            });
            tiers.add(tier, o);
        });
        return tiers;
    }

    private static String name(Relation relation) {
        return relation.name().toLowerCase(Locale.ROOT);
    }
}
