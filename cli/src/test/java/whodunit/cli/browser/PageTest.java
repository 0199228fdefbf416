// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.cli.html.HtmlPage;
import whodunit.cli.html.HtmlReport;
import whodunit.cli.html.PageData;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;
import whodunit.profile.TwoTierRecording;

/** What the page shows and does, in a real browser, against profiles whose truth is known. */
class PageTest {
    @TempDir
    private static Path directory;
    private static Browser browser;
    private static Path tiers;
    private static Path earlyAndLate;
    private static Path hostile;

    private final Tab tab = browser.open(1280, 900);

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser();
        tiers = Pages.write(directory.resolve("tiers.html"), Pages.tiers());
        earlyAndLate = Pages.write(directory.resolve("times.html"), Pages.earlyAndLate());
        hostile = Pages.write(directory.resolve("hostile.html"), Pages.hostile());
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    @AfterEach
    void nothingWentWrongAndNothingWasRequested() {
        assertThat(tab.errors).isEmpty();
        assertThat(tab.requests).allMatch(r -> r.startsWith("file:") || r.equals("about:blank"));
    }

    private void open(Path page, String fragment) {
        tab.load(page.toUri() + "#" + fragment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"overview", "flame", "graph", "crosstalk", "timeline", "drill", "compare"})
    void everyViewFitsTheWindowInBothColourSchemes(String view) {
        for (String scheme : new String[] {"light", "dark"}) {
            tab.colours(scheme);
            open(tiers, "view=" + view);
            assertThat(tab.evaluate("document.documentElement.scrollWidth").getAsInt()).as(scheme)
                    .isLessThanOrEqualTo(1280);
            assertThat(tab.text("[aria-selected=true]")).isNotEmpty();
            assertThat(tab.text("[role=alert]")).isEmpty();
            assertThat(tab.evaluate("document.getElementById('view').childElementCount").getAsInt()).isPositive();
        }
    }

    /** What is wider scrolls in its own place, and headers stay whole words. */
    @Test
    void aNarrowWindowBreaksNoWordsOfHeaders() throws IOException {
        Path page = Pages.write(directory.resolve("three.html"), Pages.threeTiers());
        tab.size(500, 850);
        open(page, "view=overview");
        assertThat(tab.evaluate("document.documentElement.scrollWidth").getAsInt()).isLessThanOrEqualTo(500);
        assertThat(tab.evaluate("(box => box.scrollWidth > box.clientWidth)"
                + "(document.getElementById('types').parentElement)").getAsBoolean()).isTrue();
        assertThat(tab.evaluate("""
                [...document.querySelectorAll('#types th button')].map(b => b.firstChild).flatMap(t =>
                  [...t.data.matchAll(/\\w+/g)].filter(w => {
                    const r = document.createRange();
                    r.setStart(t, w.index);
                    r.setEnd(t, w.index + w[0].length);
                    return r.getClientRects().length > 1;
                  })).join(' ')""").getAsString()).isEmpty();
    }

    /** However much of a tier's work is of no transaction. */
    @Test
    void tiersStandUpstreamFirst() throws IOException {
        open(Pages.write(directory.resolve("three.html"), Pages.threeTiers()), "view=overview");
        assertThat(tab.evaluate("[...document.querySelectorAll('.tier b')].map(e => e.textContent).join(' ')")
                .getAsString()).isEqualTo("web app db");
    }

    @Test
    void theFirstScreenNamesTheCulprit() {
        open(tiers, "");
        assertThat(tab.text(".findings li")).contains("db's CPU: Best 60.0%");
        assertThat(tab.text("#types tbody tr")).contains("Best").contains("60.0 %").contains("24.00")
                .contains("25.0 %");
        assertThat(tab.text(".tiers")).containsSubsequence("web", "→", "db", "Best 60.0 %");
    }

    /** Of two seconds in which the database's threads waited for four. */
    @Test
    void waitingIsCalledSoAndIsOfThreads() throws IOException {
        RecordedProcess db = new RecordedProcess(0xbb, "db", false);
        db.engine = "kernel";
        db.time = SampledTime.WAITING;
        TwoTierRecording.context(db, 2, 0, Context.Kind.TRANSACTION, "Best");
        db.counts.put(2, new ContextCounts(10, 0, 0, 0));
        int label = db.samples.label(new RecordedProcess.Label.Of(2));
        int stack = db.samples.stack(TwoTierRecording.nativeStack("main", "fsync"));
        for (int i = 0; i < 20; i++)
            db.samples.add(label, stack, Pages.START + i * 100_000_000L, 200_000);
        Path page = directory.resolve("waiting.html");
        try (OutputStream out = Files.newOutputStream(page)) {
            new HtmlReport("tier").write(Profile.stitch(List.of(db)), out);
        }
        open(page, "view=overview");
        assertThat(tab.text(".tiers")).contains("2.00 threads").doesNotContain("cores");
        assertThat(tab.text("#types thead")).contains("ms of waiting per request");
        assertThat(tab.text("#rows tbody tr")).contains("100.0 %").contains("4.00 s of waiting").doesNotContain("CPU");
        open(page, "view=timeline");
        assertThat(tab.evaluate("document.getElementById('timeline').textContent").getAsString())
                .contains("db: threads").doesNotContain("cores");
    }

    @Test
    void thePageHasTheRowsOfFunctions() throws IOException {
        Path page = directory.resolve("functions.html");
        try (OutputStream out = Files.newOutputStream(page)) {
            new HtmlReport("function").write(Pages.tiers(), out);
        }
        open(page, "view=overview");
        assertThat(tab.text("#rows tbody tr")).contains("db").contains("filesort").contains("60.0 %");
    }

    @Test
    void aTableIsSortedByItsHeaders() {
        open(tiers, "");
        tab.click("#types thead th:nth-child(2) button");
        assertThat(tab.text("#types tbody tr")).startsWith("Home");
        tab.click("#types thead th:nth-child(2) button");
        assertThat(tab.text("#types tbody tr")).startsWith("Best");
    }

    @Test
    void aSelectionHoldsForAllViews() {
        open(tiers, "");
        tab.click("#types tbody tr");
        assertThat(tab.count("tr.chosen")).isEqualTo(1);
        tab.click("#tab-flame");
        assertThat(tab.text("#flame-status")).isEqualTo("260 ms of CPU");
        open(tiers, tab.evaluate("location.hash.slice(1)").getAsString() + "&stage=db");
        assertThat(tab.text("#flame-status")).isEqualTo("240 ms of CPU");
        tab.click("#everything");
        assertThat(tab.text("#flame-status")).isEqualTo("480 ms of CPU");
    }

    @Test
    void searchTellsHowMuchMatches() {
        open(tiers, "view=flame");
        tab.type("#flame-search", "FILESORT");
        assertThat(tab.text("#flame-status")).isEqualTo("50.0 % of 480 ms in 1 places match");
    }

    @Test
    void clickingZoomsAndEscapeGoesBack() {
        open(tiers, "view=flame");
        tab.click("#flame-canvas", "4", "18 + 9", 1);
        assertThat(tab.text("#flame-details h3")).isEqualTo("Best");
        assertThat(tab.text("#flame-details dl")).contains("260 ms, 54.2 %");
        tab.click("#flame-canvas", "b.width - 4", "18 + 9", 1);
        assertThat(tab.text("#flame-details h3")).as("Best is as wide as the window").isEqualTo("Best");
        tab.key("Escape");
        tab.click("#flame-canvas", "b.width - 4", "18 + 9", 1);
        assertThat(tab.text("#flame-details h3")).isEqualTo("(background thread)");
    }

    @Test
    void theKeyboardReachesEverything() {
        open(tiers, "view=flame");
        tab.evaluate("document.getElementById('flame-canvas').focus()");
        tab.key("ArrowDown");
        tab.key("ArrowRight");
        assertThat(tab.text("#flame-details h3")).isEqualTo("Home");
        for (String next : new String[] {"[web]", "shop.Home.page", "driver.Query.run", "[db]"}) {
            tab.key("ArrowDown");
            assertThat(tab.text("#flame-details h3")).isIn(next, "java.lang.Thread.run");
        }
        tab.key("i");
        tab.key("ArrowDown");
        assertThat(tab.text("#flame-details h3")).isEqualTo("Best");
        tab.key("ArrowDown");
        assertThat(tab.text("#flame-details h3")).as("inverted: the heaviest function itself").isEqualTo("filesort");
    }

    @Test
    void focusShowsAFunctionInAllContexts() {
        open(tiers, "view=flame");
        tab.click("#flame-byType");
        tab.evaluate("document.getElementById('flame-canvas').focus()");
        tab.type("#flame-search", "handle_query");
        tab.evaluate("document.getElementById('flame-search').blur()");
        tab.click("#flame-canvas", "4", "6 * 18 + 9", 2);
        assertThat(tab.text("#flame-status")).startsWith("100.0 % of 320 ms");
        tab.click("#flame-unfocus");
        assertThat(tab.text("#flame-status")).startsWith("66.7 % of 480 ms");
    }

    @Test
    void recursionCollapses() {
        open(earlyAndLate, "view=flame");
        tab.type("#flame-search", "Tree.walk");
        assertThat(tab.text("#flame-status")).as("what is within another match counts once")
                .isEqualTo("100.0 % of 600 ms in 4 places match");
        tab.click("#flame-collapse");
        assertThat(tab.text("#flame-status")).contains("in 2 places");
    }

    @Test
    void aRangeOfTimeHoldsForAllViews() {
        open(earlyAndLate, "view=timeline");
        tab.drag("#timeline .overlay", 0.005, 0.5);
        assertThat(tab.evaluate("location.hash").getAsString()).contains("to=");
        tab.click("#tab-overview");
        assertThat(tab.text("#types tbody tr")).contains("Early").contains("100.0 %");
        assertThat(tab.text("#types tbody")).doesNotContain("33.3 %");
        tab.click("#tab-flame");
        assertThat(tab.text("#flame-status")).isEqualTo("200 ms of CPU");
    }

    @Test
    void crosstalkOpensIntoSitesAndBothPaths() {
        open(tiers, "view=crosstalk");
        assertThat(tab.text("#heat")).contains("40.0 ms").contains("8.0 ms").contains("5.0 ms");
        assertThat(tab.text("#sites")).contains("Best waits for Home").contains("thr_multi_lock").contains("30.0 ms")
                .contains("thr_multi_unlock");
        tab.click("#heat tbody tr:nth-child(2) td[aria-selected]");
        assertThat(tab.text("#sites")).contains("Home waits for Best").contains("LOCK_open");
        assertThat(tab.text("#view")).contains("Waits that no transaction ended").contains("timeout");
    }

    @Test
    void aPageMayStartWithAnotherViewOfOneTier() throws IOException {
        Path file = directory.resolve("crosstalk.html");
        try (OutputStream out = Files.newOutputStream(file)) {
            HtmlPage.write(out, PageData.startingWith("crosstalk", Set.of("db"), Pages.tiers()), null);
        }
        open(file, "");
        assertThat(tab.text("#heat")).contains("40.0 ms");
        assertThat(tab.text("#selection")).contains("tiers: db");
    }

    @Test
    void theFlameGraphOfWaits() {
        open(tiers, "view=flame&metric=wait");
        assertThat(tab.text("#flame-status")).isEqualTo("53.0 ms of waiting");
        tab.type("#flame-search", "thr_multi_lock");
        assertThat(tab.text("#flame-status")).startsWith("84.9 % of 53.0 ms");
    }

    @Test
    void theGraphsThresholdLeavesOutSmallNodes() {
        open(tiers, "view=graph&");
        tab.evaluate(
                "(s => { s.value = 0; s.dispatchEvent(new Event('input')); })(document.getElementById('graph-least'))");
        int all = tab.count("#graph g g");
        assertThat(tab.evaluate("document.getElementById('graph').textContent").getAsString()).contains("filesort")
                .contains("Best");
        tab.evaluate(
                "(s => { s.value = 100; s.dispatchEvent(new Event('input')); "
                        + "})(document.getElementById('graph-least'))");
        assertThat(tab.count("#graph g g")).isBetween(1, all);
    }

    @Test
    void anEarlierReportCanBeChosenToCompareWith() throws IOException {
        Path before = Pages.write(directory.resolve("before.html"), Pages.earlyAndLate());
        open(tiers, "view=compare");
        tab.chooseFile("#compare-file", before);
        tab.await("document.querySelectorAll('table.compare').length === 2");
        assertThat(tab.text("table.compare tbody tr")).contains("Late").contains("−40.00");
        assertThat(tab.text("#view")).contains("Best").contains("+24.00").contains("filesort");
    }

    @Test
    void cpuIsNotComparedWithWallTime() throws IOException {
        TwoTierRecording other = new TwoTierRecording();
        other.db.engine = "wall";
        Path before = Pages.write(directory.resolve("wall.html"), Profile.stitch(List.of(other.web, other.db)));
        open(tiers, "view=compare");
        tab.chooseFile("#compare-file", before);
        tab.await("document.querySelectorAll('table.compare').length === 2");
        assertThat(tab.text("#incomparable")).contains("CPU cannot be compared with wall time").contains(": db.");
        for (String table : new String[] {"1", "2"})
            assertThat(tab.text("#view section:nth-of-type(" + table + ")")).contains("web").doesNotContain("db");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"overview", "flame", "graph", "crosstalk", "timeline", "drill", "compare", "flame&metric=wait"})
    void namesAreNeverMoreThanText(String view) {
        open(hostile, "view=" + view);
        assertThat(tab.evaluate("String(window.hacked)").getAsString()).isEqualTo("undefined");
        assertThat(tab.text("[role=alert]")).isEmpty();
        assertThat(tab.count("#view img, #view script")).isZero();
        assertThat(tab.evaluate(
                "/[\\u0000-\\u0008\\u001b\\u202a-\\u202e\\u2066-\\u2069]/"
                        + ".test(document.getElementById('view').innerText)")
                .getAsBoolean()).isFalse();
        assertThat(tab.evaluate("document.documentElement.scrollWidth").getAsInt()).isLessThanOrEqualTo(1280);
    }
}
