package whodunit.cli.html;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import whodunit.cli.report.JsonReport;
import whodunit.cli.report.Report;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.export.Exporter;

/** One self-contained page: the table and an end-to-end flame graph. Data goes in as JSON that cannot end its script element. */
public final class HtmlReport implements Report {
    private static final String D3 = "/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js";

    private final String by;

    public HtmlReport(String by) {
        this.by = by;
    }

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        String page = resource("/whodunit/html/report.html")
                .replace("/*STYLE*/", resource("/whodunit/html/report.css"))
                .replace("/*D3*/", resource(D3))
                .replace("/*SCRIPT*/", resource("/whodunit/html/report.js"))
                .replace("/*DATA*/", data(profile));
        out.write(page.getBytes(StandardCharsets.UTF_8));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null)
                throw new IOException(name + " is missing in whodunit-cli.jar; build again");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The report's tree plus interned frames and stacks. */
    private String data(Profile profile) {
        JsonObject root = JsonReport.tree(profile, by);
        Map<Frame, Integer> frames = new LinkedHashMap<>();
        JsonArray samples = new JsonArray();
        for (Profile.Entry e : profile.entries) {
            JsonObject s = new JsonObject();
            s.addProperty("t", Exporter.transactionOf(e));
            s.addProperty("s", e.stage().name);
            s.addProperty("n", e.samples());
            s.addProperty("ms", e.cpuMillis());
            JsonArray stack = new JsonArray();
            for (Frame f : e.stack()) {
                frames.putIfAbsent(f, frames.size());
                stack.add(frames.get(f));
            }
            s.add("f", stack);
            samples.add(s);
        }
        JsonArray names = new JsonArray();
        List<String> kinds = new ArrayList<>();
        frames.keySet().forEach(f -> {
            names.add(f.name());
            kinds.add(f.kind().name().substring(0, 1));
        });
        root.add("frames", names);
        root.addProperty("kinds", String.join("", kinds));
        root.add("samples", samples);
        return new Gson().toJson(root);
    }
}
