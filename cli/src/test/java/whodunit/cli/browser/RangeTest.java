// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.cli.html.PageData;
import whodunit.cli.report.JsonReport;
import whodunit.profile.Profile;
import whodunit.profile.Selection;

/** A range of time that is chosen in the page: what it shows of it is what the report of the same range says. */
class RangeTest {
    @TempDir
    private static Path directory;
    private static Browser browser;
    private static Path page;
    private static Path graphPage;

    private final Tab tab = browser.open(1280, 900);

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser();
        page = Pages.write(directory.resolve("files.html"), Pages.inFiles());
        graphPage = Pages.write(directory.resolve("graph.html"), Pages.handlersAndProcedures());
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    @AfterEach
    void nothingWentWrong() {
        assertThat(tab.errors).isEmpty();
    }

    /** In seconds after the beginning; 0 and 30 are no bounds, as in the page. */
    private void open(String view, double from, double to) {
        open(page, view, from, to);
    }

    private void open(Path page, String view, double from, double to) {
        tab.load(page.toUri() + "#view=" + view + (from == 0 ? "" : "&from=" + millis(from))
                + (to == 30 ? "" : "&to=" + millis(to)));
    }

    private static String millis(double seconds) {
        return new BigDecimal(Pages.START / 1e6 + seconds * 1000).toPlainString();
    }

    private static Profile part(Profile whole, double from, double to) {
        long start = Pages.START;
        return whole
                .select(new Selection(Set.of(), Set.of(), from == 0 ? Long.MIN_VALUE : start + Math.round(from * 1e9),
                        to == 30 ? Long.MAX_VALUE : start + Math.round(to * 1e9)));
    }

    private static JsonObject report(double from, double to) {
        return JsonReport.tree(part(Pages.inFiles(), from, to), "transaction");
    }

    private static String fixed(double x, int digits) {
        return new BigDecimal(x).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }

    private static String percent(double x) {
        return fixed(x, x >= 10 ? 1 : 2) + " %";
    }

    private static String duration(JsonObject o, String key) {
        double ms = o.get(key).getAsDouble();
        return ms >= 1 ? fixed(ms, ms >= 100 ? 0 : 1) + " ms" : fixed(ms * 1000, 0) + " µs";
    }

    private static JsonObject transaction(JsonObject report, String type) {
        return report.getAsJsonArray("transactions").asList().stream().map(JsonElement::getAsJsonObject)
                .filter(t -> t.get("type").getAsString().equals(type)).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"0, 30", "0, 10", "10, 20", "12, 13", "9, 21", "14.5, 15.5", "20, 30", "25, 26"})
    void tableOneIsTheReports(double from, double to) {
        open("overview", from, to);
        Map<String, List<String>> expected = new TreeMap<>();
        JsonObject report = report(from, to);
        for (JsonElement e : report.getAsJsonArray("transactions")) {
            JsonObject t = e.getAsJsonObject();
            List<String> cells = new ArrayList<>(List.of(t.get("requests").getAsString()));
            for (String tier : List.of("web", "db"))
                cells.add(t.getAsJsonObject("tiers").has(tier)
                        ? percent(t.getAsJsonObject("tiers").getAsJsonObject(tier).get("cpu_pct").getAsDouble())
                        : "");
            double mean = t.get("crosstalk_mean_ms").getAsDouble();
            cells.add(mean == 0 ? "" : fixed(mean, 2));
            expected.put(t.get("type").getAsString(), cells);
        }
        Map<String, List<String>> found = new TreeMap<>();
        boolean perRequest = from == 0 && to == 30; // columns that a range does not have
        for (List<String> row : tab.rows("#types"))
            found.put(row.get(0),
                    perRequest ? List.of(row.get(1), row.get(2), row.get(4), row.get(6)) : row.subList(1, row.size()));
        assertThat(found).isEqualTo(expected);
        if (!perRequest) {
            JsonObject of = report.getAsJsonObject("aggregates");
            assertThat(tab.text("#aggregates")).contains(fixed(of.get("from_s").getAsDouble(), 1) + " s to "
                    + fixed(of.get("to_s").getAsDouble(), 1) + " s");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 30", "0, 10", "12, 13", "13, 23", "25, 26"})
    void crosstalkIsTheReports(double from, double to) {
        open("crosstalk", from, to);
        Map<String, Double> pairs = new TreeMap<>();
        JsonArray rows = report(from, to).getAsJsonArray("crosstalk");
        for (JsonElement e : rows)
            pairs.merge(
                    e.getAsJsonObject().get("waiter").getAsString() + "/"
                            + e.getAsJsonObject().get("holder").getAsString(),
                    e.getAsJsonObject().get("total_ms").getAsDouble(), Double::sum);
        Map<String, String> found = new TreeMap<>();
        String heads = tab
                .evaluate("JSON.stringify([...document.querySelectorAll('#heat thead th')].map(h => h.innerText))")
                .getAsString();
        for (List<String> row : tab.rows("#heat"))
            for (int i = 1; i < row.size(); i++)
                if (!row.get(i).isEmpty())
                    found.put(row.get(0) + "/" + JsonParser.parseString(heads).getAsJsonArray().get(i).getAsString(),
                            row.get(i));
        Map<String, String> expected = new TreeMap<>();
        pairs.forEach((pair, ms) -> expected.put(pair, fixed(ms, 1) + " ms"));
        assertThat(found).isEqualTo(expected);
        assertThat(tab.rows("#sites table:first-of-type")).isNotEmpty()
                .allSatisfy(site -> assertThat(rows.asList()).as(site.toString()).anySatisfy(e -> {
                    JsonObject o = e.getAsJsonObject();
                    assertThat(List.of(o.get("tier").getAsString(), o.get("site").getAsString(),
                            o.get("count").getAsString(), duration(o, "mean_ms"), duration(o, "p50_ms"),
                            duration(o, "p99_ms"), duration(o, "max_ms"), duration(o, "total_ms"))).isEqualTo(site);
                }));
        double all = pairs.values().stream().mapToDouble(Double::doubleValue).sum();
        open("flame&metric=wait", from, to);
        assertThat(tab.text("#flame-status")).startsWith(fixed(all, all >= 100 ? 0 : 1) + " ms of waiting");
    }

    /** Requests are of the file from 10 to 20 s, and so is the CPU that is divided by them. */
    @Test
    void perRequestIsOfTheFilesThatOverlap() {
        open("compare", 12, 13);
        tab.chooseFile("#compare-file", page);
        tab.await("document.querySelectorAll('table.compare').length === 2");
        JsonObject before = report(0, 30), files = report(10, 20), range = report(12, 13);
        assertThat(tab.text("#view")).contains("per request")
                .contains("After: 10.0 s to 20.0 s, all files that overlap the chosen time");
        List<List<String>> rows = tab.rows("section:first-of-type table.compare");
        for (String type : List.of("Early", "Late"))
            for (String tier : List.of("web", "db"))
                assertThat(rows).anySatisfy(row -> assertThat(row.subList(0, 4)).containsExactly(type, tier,
                        fixed(perRequest(before, before, type, tier), 3),
                        fixed(perRequest(files, range, type, tier), 3)));
    }

    private static double perRequest(JsonObject cpu, JsonObject requests, String type, String tier) {
        return transaction(cpu, type).getAsJsonObject("tiers").getAsJsonObject(tier).get("cpu_ms").getAsDouble()
                / transaction(requests, type).get("requests").getAsLong();
    }

    @ParameterizedTest
    @CsvSource({"0, 30", "0, 10", "10, 20", "20, 30", "5, 25", "12, 13", "25, 26"})
    void theGraphIsThatOfTheRange(double from, double to) {
        open(graphPage, "graph", from, to);
        tab.evaluate("document.getElementById('graph-short').click()"); // what only passes calls on is shown
        assertThat(drawn()).isEqualTo(graph(from, to));
        tab.click("#everything");
        assertThat(drawn()).isEqualTo(graph(0, 30));
    }

    /** All nodes in the page, as their tooltips. */
    private Set<String> drawn() {
        tab.evaluate(
                "(s => { s.value = 0; s.dispatchEvent(new Event('input')); })(document.getElementById('graph-least'))");
        String titles = tab
                .evaluate("JSON.stringify([...document.querySelectorAll('#graph title')].map(t => t.textContent))")
                .getAsString();
        return JsonParser.parseString(titles).getAsJsonArray().asList().stream().map(JsonElement::getAsString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The nodes of a graph that is made of the range alone, in the page's words. */
    private static Set<String> graph(double from, double to) {
        Set<String> nodes = new TreeSet<>();
        for (JsonElement e : PageData.graph(part(Pages.handlersAndProcedures(), from, to)).getAsJsonArray("nodes")) {
            JsonObject n = e.getAsJsonObject();
            nodes.add("%s\n%s, %s\nself %s, total %s\n%s".formatted(
                    n.get("name").getAsString(), n.get("tier").getAsString(),
                    n.get("kind").getAsString(), percent(n.get("cpu_pct").getAsDouble()),
                    percent(n.get("total_pct").getAsDouble()), n.get("context").getAsString()));
        }
        return nodes;
    }

    @Test
    void aRangeBecomesOneOfSlots() {
        open("overview", 12.04, 12.97);
        assertThat(tab.text("#range")).contains("in steps of 100 ms").contains("--since 12 --until 13");
        assertThat(tab.evaluate("location.hash").getAsString()).contains("from=1700000012000")
                .contains("to=1700000013000");
        open("overview", 12.01, 12.02);
        assertThat(tab.text("#range")).as("never none").contains("--since 12 --until 12.1");
    }
}
