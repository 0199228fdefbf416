// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a demo makes of its recording: the report as text, page and data, the graph, and a profile for pprof. */
public final class DemoReports {
    private DemoReports() {}

    /**
     * Prints the report, and writes the others.
     *
     * @param demo  the command, for errors
     * @param out   the directory for them; the recording is in it
     * @param tiers that must have recorded something
     * @return the exit status
     */
    public static int write(String demo, Checkout checkout, Path out, List<String> tiers)
            throws IOException, InterruptedException {
        String recording = out.resolve("recording").toString();
        System.out.println();
        int status = checkout.whodunit("report", recording);
        status |= checkout.whodunit("report", recording, "--format", "json", "-o",
                out.resolve("report.json").toString());
        status |= checkout.whodunit("report", recording, "--format", "html", "-o",
                out.resolve("report.html").toString());
        status |= checkout.whodunit("graph", recording, "-o", out.resolve("graph.svg").toString());
        status |= checkout.whodunit("export", recording, "--to", "pprof", "-o",
                out.resolve("profile.pb.gz").toString());
        System.out.println();
        System.out.println("The report: " + out.resolve("report.html"));
        System.out.println("The graph:  " + out.resolve("graph.svg"));
        System.out.println("            " + out.resolve("report.json") + ", " + out.resolve("profile.pb.gz"));
        String json = Files.readString(out.resolve("report.json"));
        for (String tier : tiers)
            if (!json.contains("\"name\": \"" + tier + "\"")) {
                System.err
                        .println(demo + ": " + tier + " has recorded nothing; run with --keep and look into its log");
                return 1;
            }
        return status;
    }
}
