// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import whodunit.cli.crosstalk.CrosstalkJson;
import whodunit.cli.messages.MessagesJson;
import whodunit.cli.text.TierKey;
import whodunit.profile.ContextCounts;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Summary;
import whodunit.profile.crosstalk.Crosstalk;
import whodunit.profile.message.Messages;
import whodunit.profile.read.HealthNames;
import whodunit.profile.unseen.NotSeen;

/** The report for programs; its keys are a contract (docs/format.md). */
public final class JsonReport implements Report {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private final String by;

    public JsonReport(String by) {
        this.by = by;
    }

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        out.write((GSON.toJson(tree(profile, by)) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The report as a tree, for the HTML page as well. */
    public static JsonObject tree(Profile profile, String by) {
        Summary summary = new Summary(profile);
        Crosstalk crosstalk = new Crosstalk(profile);
        JsonObject root = new JsonObject();
        root.add("findings", strings(Findings.of(profile, summary, crosstalk)));
        if (profile.aggregates != null)
            root.add("aggregates", range(profile));
        JsonArray processes = new JsonArray();
        profile.processes.forEach(p -> processes.add(process(profile, p)));
        root.add("processes", processes);
        root.add("stages", processes); // version 0.1 called them so
        JsonArray transactions = new JsonArray();
        for (Summary.Row row : summary.transactions) {
            JsonObject t = new JsonObject();
            t.addProperty("type", row.type());
            t.addProperty("requests", row.requests());
            if (profile.traceparents.containsKey(row.type()))
                t.addProperty("traceparent", profile.traceparents.get(row.type()));
            JsonObject cells = new JsonObject();
            row.tiers().forEach((tier, c) -> cells.add(tier, cell(c, summary.metrics.get(tier))));
            TierKey.addAll(t, cells);
            CrosstalkJson.addMeans(t, crosstalk, row.type());
            transactions.add(t);
        }
        root.add("transactions", transactions);
        JsonObject unattributed = new JsonObject();
        summary.unattributed.forEach((tier, reasons) -> {
            JsonObject cells = new JsonObject();
            reasons.forEach((reason, c) -> cells.add(reason, cell(c, summary.metrics.get(tier))));
            unattributed.add(tier, cells);
        });
        root.add("unattributed", unattributed);
        root.add("not_seen", notSeen(profile));
        JsonRows.addTo(root, profile, summary, by);
        CrosstalkJson.addTo(root, crosstalk);
        MessagesJson.addTo(root, new Messages(profile));
        return root;
    }

    /** What time the requests and waits are of, after the first sample; CPU is of the selected time. */
    private static JsonObject range(Profile profile) {
        JsonObject o = new JsonObject();
        o.addProperty("from_s", (profile.aggregates.fromNanos() - profile.startNanos()) / 1e9);
        o.addProperty("to_s", (profile.aggregates.toNanos() - profile.startNanos()) / 1e9);
        return o;
    }

    /** What the recording does not show. */
    public static JsonArray notSeen(Profile profile) {
        JsonArray array = new JsonArray();
        for (NotSeen n : NotSeen.of(profile)) {
            JsonObject o = new JsonObject();
            o.addProperty("tier", n.tier());
            o.addProperty("what", n.what());
            if (n.count() > 0) {
                o.addProperty("count", n.count());
            } else {
                o.addProperty("cpu_ms", n.millis());
                o.addProperty("cpu_pct", n.percent());
            }
            o.addProperty("text", n.text());
            array.add(o);
        }
        return array;
    }

    private static JsonArray strings(List<String> list) {
        JsonArray array = new JsonArray();
        list.forEach(array::add);
        return array;
    }

    /** A process, how it was sampled and its health. */
    public static JsonObject process(Profile profile, RecordedProcess p) {
        JsonObject o = new JsonObject();
        long samples = profile.samples(p);
        o.addProperty("tier", p.tier);
        o.addProperty("name", p.tier);
        o.addProperty("uid", "%016x".formatted(p.uid));
        o.addProperty("kind", p.jvm ? "jvm" : "native");
        o.addProperty("samples", profile.taken(p));
        o.addProperty("metric", p.metric().key());
        o.addProperty(p.metric().key() + "_ms", p.millis(samples));
        o.addProperty("lost", p.lost());
        o.addProperty("truncated_stacks", p.truncatedStacks());
        o.addProperty("engine", p.engine);
        o.addProperty("contexts", p.contexts.size());
        ContextCounts c = p.counts.total(ContextCounts.NONE);
        o.addProperty("messages_sent", c.sent());
        o.addProperty("messages_received", c.received());
        o.addProperty("bytes_added", c.bytesAdded());
        JsonObject health = new JsonObject();
        HealthNames.withOld(p.health).forEach(health::addProperty);
        o.add("health", health);
        o.add("problems", strings(p.problems));
        return o;
    }

    private static JsonObject cell(Summary.Cell c, Metric metric) {
        JsonObject cell = new JsonObject();
        cell.addProperty("samples", c.samples());
        cell.addProperty(metric.key() + "_ms", c.millis());
        cell.addProperty(metric.key() + "_pct", c.percent());
        return cell;
    }
}
