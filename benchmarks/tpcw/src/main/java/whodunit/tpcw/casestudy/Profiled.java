// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import whodunit.harness.Checkout;
import whodunit.harness.RecordingDirectory;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.run.Bookstore;

/** One variant under the profiler: the report tells whose the database's CPU is, and who waits for whom. */
final class Profiled {
    private Profiled() {}

    /** @return the whole report */
    static JsonObject run(Path home, Plan plan, Variant variant, Path out) throws Exception {
        Path recording = out.resolve("recording-" + variant.key());
        RecordingDirectory.prepare(recording);
        try (Bookstore shop = Bookstore.start(plan.setup(home, variant, Bookstore.Profiler.WHODUNIT, recording),
                false)) {
            plan.load(shop, variant, plan.profiledClients()).run(plan.warmUp(), plan.profiledSeconds(), Load.UNWATCHED);
        }
        Path text = out.resolve("report-" + variant.key() + ".txt");
        Path json = out.resolve("report-" + variant.key() + ".json");
        whodunit(home, "report", recording.toString(), "-o", text.toString());
        whodunit(home, "report", recording.toString(), "--format", "json", "-o", json.toString());
        whodunit(home, "crosstalk", recording.toString(), "--tier", variant.database.key(), "-o",
                out.resolve("crosstalk-" + variant.key() + ".txt").toString());
        return JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    }

    private static void whodunit(Path home, String... arguments) throws IOException, InterruptedException {
        if (new Checkout(home).whodunit(arguments) != 0)
            throw new IOException("failed: whodunit " + String.join(" ", arguments));
    }
}
