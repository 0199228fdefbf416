// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.cli.browser.Browser;
import whodunit.cli.browser.Tab;
import whodunit.tests.run.Demo;
import whodunit.tests.run.Whodunit;

/** The demo's own report in a browser: every view, and its figures against those of the command line. */
class DemoReportTest {
    private static final List<String> TIERS = List.of("tomcat", "mariadb");

    @TempDir
    private static Path directory;
    private static Demo demo;
    private static JsonObject report;
    /** End-to-end stacks, outermost first after the transaction, and their samples. */
    private static Map<String, Long> stacks;
    private static Browser browser;

    private Tab tab;

    @BeforeAll
    static void record() throws Exception {
        demo = Demo.run(directory);
        report = Whodunit.report(demo.recording());
        stacks = new TreeMap<>();
        for (String line : Whodunit.stacks(demo.recording(), directory)) {
            int samples = line.lastIndexOf(' ');
            stacks.merge(line.substring(0, samples), Long.parseLong(line.substring(samples + 1)), Long::sum);
        }
        browser = new Browser();
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null)
            browser.close();
    }

    @BeforeEach
    void open() {
        tab = browser.open(1280, 900);
    }

    @AfterEach
    void nothingWentWrongAndNothingWasRequested() {
        assertThat(tab.errors).isEmpty();
        assertThat(tab.requests).allMatch(r -> r.startsWith("file:") || r.equals("about:blank"));
    }

    private void show(String view) {
        tab.load(demo.page().toUri() + "#view=" + view);
    }

    private static long samples(String part) {
        return stacks.entrySet().stream().filter(e -> e.getKey().contains(part)).mapToLong(Map.Entry::getValue).sum();
    }

    private static long all() {
        return samples("");
    }

    /** The first number in a text; 0 if there is none. */
    private static double number(String text) {
        Matcher m = Pattern.compile("\\d+(\\.\\d+)?").matcher(text);
        return m.find() ? Double.parseDouble(m.group()) : 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"overview", "flame", "graph", "crosstalk", "timeline", "compare", "flame&metric=wait"})
    void everyViewIsThere(String view) {
        for (String scheme : List.of("light", "dark")) {
            tab.colours(scheme);
            show(view);
            assertThat(tab.text("[role=alert]")).isEmpty();
            assertThat(tab.evaluate("document.getElementById('view').innerText.length").getAsInt()).isPositive();
            assertThat(tab.evaluate("document.documentElement.scrollWidth").getAsInt()).isLessThanOrEqualTo(1280);
        }
    }

    @Test
    void theFirstScreenIsTheReports() {
        show("overview");
        JsonArray findings = report.getAsJsonArray("findings");
        assertThat(tab.text(".findings li:first-child")).isEqualTo(findings.get(0).getAsString());
        assertThat(tab.count(".findings li")).isEqualTo(findings.size());
        assertTableOne(report, true);
    }

    /**
     * Requests, shares of tiers and mean waits of all transaction types; more than 25 rows are not shown at once, and
     * the bookstore has fewer.
     */
    private void assertTableOne(JsonObject expected, boolean perRequest) {
        Map<String, List<String>> found = new TreeMap<>();
        tab.rows("#types").stream().filter(row -> !row.get(0).startsWith("("))
                .forEach(row -> found.put(row.get(0), row));
        assertThat(found.keySet()).isEqualTo(new TreeSet<>(expected.getAsJsonArray("transactions").asList().stream()
                .map(t -> t.getAsJsonObject().get("type").getAsString()).toList()));
        for (JsonElement e : expected.getAsJsonArray("transactions")) {
            JsonObject t = e.getAsJsonObject();
            List<String> row = found.get(t.get("type").getAsString());
            assertThat(number(row.get(1))).as("requests of " + row).isEqualTo(t.get("requests").getAsDouble());
            for (int tier = 0; tier < TIERS.size(); tier++) {
                JsonObject cell = t.getAsJsonObject("tiers").getAsJsonObject(TIERS.get(tier));
                assertThat(number(row.get(2 + tier * (perRequest ? 2 : 1)))).as(TIERS.get(tier) + "'s share of " + row)
                        .isCloseTo(cell == null ? 0 : cell.get("cpu_pct").getAsDouble(), within(0.051));
            }
            if (!expected.getAsJsonArray("crosstalk").isEmpty())
                assertThat(number(row.get(row.size() - 1))).as("mean wait of " + row)
                        .isCloseTo(t.get("crosstalk_mean_ms").getAsDouble(), within(0.0051));
        }
    }

    @Test
    void aRangeOfTimeIsTheReportsOfTheSameRange() throws Exception {
        show("timeline");
        tab.drag("#timeline .overlay", 0.6, 0.9);
        Matcher range = Pattern.compile("--since ([\\d.]+) --until ([\\d.]+)").matcher(tab.text("#range"));
        assertThat(range.find()).as(tab.text("#range")).isTrue();
        tab.click("#tab-overview");
        assertTableOne(Whodunit.report(demo.recording(), Map.of("--since", range.group(1), "--until", range.group(2))),
                false);
    }

    @Test
    void searchFindsTheShareThatTheStacksHave() {
        show("flame");
        tab.type("#flame-search", "mysql_execute_command");
        assertThat(tab.text("#flame-status")).contains("match");
        assertThat(number(tab.text("#flame-status"))).isCloseTo(100.0 * samples(";mysql_execute_command") / all(),
                within(0.051));
    }

    @Test
    void zoomShowsOneTypeAsItsStacksHaveIt() {
        tab = browser.open(1280, 4000); // the whole graph, however deep its stacks are
        show("flame");
        tab.click("#flame-canvas", "4", "18 + 9", 1);
        String type = tab.text("#flame-details h3");
        long own = stacks.entrySet().stream().filter(e -> e.getKey().startsWith(type + ";"))
                .mapToLong(Map.Entry::getValue).sum();
        assertThat(own).as(type).isPositive();
        Matcher share = Pattern.compile("([\\d.]+) %").matcher(tab.text("#flame-details dl dd:nth-of-type(2)"));
        assertThat(share.find()).isTrue();
        assertThat(Double.parseDouble(share.group(1))).isCloseTo(100.0 * own / all(), within(0.051));
        tab.click("#flame-canvas", "b.width - 4", "18 + 9", 1);
        assertThat(tab.text("#flame-details h3")).as("it is as wide as the window").isEqualTo(type);
    }

    @Test
    void aSelectedTypeIsItsSamplesInAllViews() {
        show("flame");
        double whole = milliseconds(tab.text("#flame-status"));
        tab.click("#tab-overview");
        tab.click("#types tbody tr");
        assertThat(tab.count("tr.chosen")).isEqualTo(1);
        String type = tab.text("tr.chosen td");
        tab.click("#tab-flame");
        long own = stacks.entrySet().stream().filter(e -> e.getKey().startsWith(type + ";"))
                .mapToLong(Map.Entry::getValue).sum();
        assertThat(100 * milliseconds(tab.text("#flame-status")) / whole).as("figures on the page are rounded")
                .isCloseTo(100.0 * own / all(), within(1.0));
        tab.click("#tab-graph");
        assertThat(tab.text("#selection")).contains("transactions: " + type);
    }

    private static double milliseconds(String text) {
        return number(text) * (text.contains(" min ") ? 60_000 : text.contains(" ms ") ? 1 : 1000);
    }

    @Test
    void crosstalkOpensIntoTheReportsSites() {
        show("crosstalk");
        JsonArray rows = report.getAsJsonArray("crosstalk");
        if (rows.isEmpty()) {
            assertThat(tab.text("#view")).contains("No waits of transactions for transactions were recorded here");
            return;
        }
        TreeSet<String> pairs = new TreeSet<>();
        rows.forEach(r -> pairs.add(r.getAsJsonObject().get("waiter") + "/" + r.getAsJsonObject().get("holder")));
        assertThat(tab.count("#heat td[aria-selected]")).isEqualTo(pairs.size());
        for (int cell : new int[] {0, pairs.size() - 1}) {
            tab.evaluate("document.querySelectorAll('#heat td[aria-selected]')[" + cell + "].click()");
            String title = tab.text("#sites h2");
            List<JsonObject> expected = rows.asList().stream().map(JsonElement::getAsJsonObject)
                    .filter(r -> title.equals(title(r))).toList();
            assertThat(tab.rows("#sites table:first-of-type").stream().map(r -> r.subList(0, 3)).toList()).as(title)
                    .containsExactlyInAnyOrderElementsOf(
                            expected.stream().map(r -> List.of(r.get("tier").getAsString(),
                                    cut(r.get("site").getAsString()), r.get("count").getAsString())).toList());
        }
    }

    /** As the page shows long places. */
    private static String cut(String site) {
        return site.length() <= 120 ? site : site.substring(0, 60) + "…" + site.substring(site.length() - 60);
    }

    private static String title(JsonObject row) {
        String waiter = row.get("waiter").getAsString(), holder = row.get("holder").getAsString();
        return waiter + " waits for " + (holder.equals(waiter) ? "others of its type" : holder);
    }

    @Test
    void theGraphGetsCoarser() {
        show("graph");
        tab.evaluate(
                "(s => { s.value = 0; s.dispatchEvent(new Event('input')); })(document.getElementById('graph-least'))");
        int all = tab.count("#graph g g");
        tab.evaluate(
                "(s => { s.value = 100; s.dispatchEvent(new Event('input')); "
                        + "})(document.getElementById('graph-least'))");
        assertThat(tab.count("#graph g g")).isBetween(1, all - 1);
    }

    @Test
    void comparedWithItselfNothingChanged() {
        show("compare");
        tab.chooseFile("#compare-file", demo.page());
        tab.await("document.querySelectorAll('table.compare').length === 2");
        assertThat(tab.rows("section:first-of-type table.compare")).isNotEmpty().allSatisfy(row -> {
            assertThat(row.get(2)).isEqualTo(row.get(3));
            assertThat(number(row.get(4))).isZero();
        });
    }
}
