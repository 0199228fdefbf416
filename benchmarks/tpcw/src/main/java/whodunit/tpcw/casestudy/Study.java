// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the study has found so far; kept in casestudy.json, so that an interrupted one can go on. */
final class Study {
    /** A transaction type in a profiled run. */
    record Type(String type, long requests, double databaseCpuPct, double crosstalkMs) {}

    /** A profiled run. */
    record Report(List<String> findings, List<Type> types, JsonElement holders) {
        double crosstalkMs(String type) {
            return types.stream().filter(t -> t.type.equals(type)).mapToDouble(Type::crosstalkMs).findFirst().orElse(0);
        }

        /** The type whose requests wait longest on average. */
        String longestWaiter() {
            return types.stream().max(Comparator.comparingDouble(Type::crosstalkMs)).map(Type::type).orElse("");
        }
    }

    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping()
            .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES).create();

    /** How it was measured. */
    Plan plan;
    final Map<String, Report> reports = new LinkedHashMap<>();
    final List<Point> points = new ArrayList<>();
    Conclusions conclusions;

    static Study load(Path file) throws IOException {
        return Files.exists(file) ? GSON.fromJson(Files.readString(file), Study.class) : new Study();
    }

    void save(Path file) throws IOException {
        conclusions = Conclusions.of(this);
        Path fresh = file.resolveSibling("." + file.getFileName());
        Files.writeString(fresh, GSON.toJson(this) + "\n");
        Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    void add(Variant variant, JsonObject report) {
        String tier = variant.database.key();
        List<Type> types = new ArrayList<>();
        for (JsonElement e : report.getAsJsonArray("transactions")) {
            JsonObject t = e.getAsJsonObject();
            JsonObject cell = t.getAsJsonObject("tiers").getAsJsonObject(tier);
            JsonElement waited = t.getAsJsonObject("crosstalk_mean_ms_by_tier").get(tier);
            types.add(new Type(t.get("type").getAsString(), t.get("requests").getAsLong(),
                    cell == null ? 0 : cell.get("cpu_pct").getAsDouble(),
                    waited == null ? 0 : waited.getAsDouble()));
        }
        List<String> findings = new ArrayList<>();
        JsonArray sentences = report.getAsJsonArray("findings");
        sentences.forEach(f -> findings.add(f.getAsString()));
        reports.put(variant.key(),
                new Report(findings, types, report.getAsJsonObject("crosstalk_holders").get(tier)));
    }

    void add(Point point) {
        points.removeIf(p -> p.variant().equals(point.variant()) && p.clients() == point.clients());
        points.add(point);
        points.sort(Comparator.comparing((Point p) -> Variant.valueOf(p.variant().toUpperCase(Locale.ROOT)))
                .thenComparing(Point::clients));
    }

    List<Point> of(Variant variant) {
        return points.stream().filter(p -> p.variant().equals(variant.key())).toList();
    }

    void writeCsv(Path directory) throws IOException {
        try (PrintStream csv = new PrintStream(directory.resolve("points.csv").toFile(), StandardCharsets.UTF_8)) {
            csv.print(
                    "variant,clients,per_second,database_cpu,web_cpu,interaction,count,mean_ms,p50_ms,p90_ms,"
                            + "p99_ms\r\n");
            for (Point p : points)
                p.response()
                        .forEach((name, s) -> csv.printf(Locale.ROOT,
                                "%s,%d,%.2f,%.3f,%.3f,%s,%d,%.3f,%.3f,%.3f,%.3f\r\n", p.variant(), p.clients(),
                                p.perSecond(), p.databaseCpu(), p.webCpu(), name, s.count(), s.mean(), s.p50(), s.p90(),
                                s.p99()));
        }
        try (PrintStream csv = new PrintStream(directory.resolve("crosstalk.csv").toFile(), StandardCharsets.UTF_8)) {
            csv.print("variant,type,requests,database_cpu_pct,crosstalk_mean_ms\r\n");
            reports.forEach((variant, report) -> report.types
                    .forEach(t -> csv.printf(Locale.ROOT, "%s,%s,%d,%.3f,%.4f\r\n", variant, t.type,
                            t.requests, t.databaseCpuPct, t.crosstalkMs)));
        }
    }
}
