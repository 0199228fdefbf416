// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.info;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import whodunit.cli.report.JsonReport;
import whodunit.profile.Flow;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.unseen.KernelTime;

/** What was recorded, for programs; its keys are a contract (docs/format.md). */
public final class InfoJson {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private InfoJson() {}

    /** Writes {@code processes}, which have the report's keys and more, and {@code not_seen}. */
    public static void write(List<RecordedProcess> processes, OutputStream out) throws IOException {
        Profile profile = Profile.stitch(processes);
        JsonArray all = new JsonArray();
        processes.forEach(p -> all.add(process(profile, p)));
        JsonObject root = new JsonObject();
        root.add("processes", all);
        root.add("not_seen", JsonReport.notSeen(profile));
        out.write((GSON.toJson(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static JsonObject process(Profile profile, RecordedProcess p) {
        JsonObject o = JsonReport.process(profile, p);
        o.addProperty("pid", p.pid);
        o.addProperty("command", p.command);
        o.addProperty("interval_ms", p.intervalNanos / 1e6);
        o.addProperty("files", p.files);
        KernelTime time = KernelTime.of(List.of(p), profile.processes);
        if (time.usedMillis() > 0)
            o.addProperty("kernel_cpu_ms", time.usedMillis());
        JsonArray flows = new JsonArray();
        p.flows.values().forEach(f -> flows.add(flow(f)));
        o.add("flows", flows);
        return o;
    }

    private static JsonObject flow(Flow flow) {
        JsonObject o = new JsonObject();
        o.addProperty("kind", flow.takes() ? "take" : "put");
        o.addProperty("instruction", flow.instruction());
        o.addProperty("site", flow.site());
        o.addProperty("times", flow.times());
        o.addProperty("contexts", flow.carried());
        return o;
    }
}
