// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on telephones, on wide screens and in both colour schemes: nothing touches, is cut, or cannot be read. */
class WindowsTest {
    private static final String[] VIEWS = {"overview", "flame", "graph", "crosstalk", "timeline", "drill", "waits",
            "compare"};
    /** What text needs, of WCAG's level AA. */
    private static final double CONTRAST = 4.5;

    @TempDir
    private static Path directory;
    private static Browser browser;
    private static Path waits;
    private static Path three;
    private static Path longNames;
    private static Path many;
    private static Path nothing;
    private static String contrast;

    private final Tab tab = browser.open(1280, 900);

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser();
        waits = Pages.writeWaits(directory.resolve("waits.html"));
        three = Pages.write(directory.resolve("three.html"), Pages.threeTiers());
        longNames = Pages.write(directory.resolve("long.html"), Pages.longNames());
        many = Pages.write(directory.resolve("many.html"), Pages.manyTypes());
        nothing = Pages.write(directory.resolve("nothing.html"), Pages.withoutSamples());
        contrast = Files.readString(Path.of("src/test/resources/browser/contrast.js"));
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    @AfterEach
    void nothingWentWrong() {
        assertThat(tab.errors).isEmpty();
    }

    private void open(Path page, String view) {
        tab.load(page.toUri() + "#view=" + view);
    }

    private void assertFits(Path page, int width) {
        tab.size(width, 850);
        for (String view : VIEWS) {
            open(page, view);
            assertThat(tab.evaluate("document.documentElement.scrollWidth").getAsInt())
                    .as(page.getFileName() + " " + view).isLessThanOrEqualTo(width);
            assertThat(tab.text("[role=alert]")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 390, 768, 1920})
    void everyViewFits(int width) {
        assertFits(waits, width);
        assertFits(longNames, width);
    }

    @Test
    void recordingsOfManyTypesOfOneTierAndOfNothingFit() {
        for (Path page : new Path[] {three, many, nothing})
            assertFits(page, 390);
    }

    @ParameterizedTest
    @ValueSource(ints = {390, 768, 1280})
    void tiersDoNotTouch(int width) {
        tab.size(width, 850);
        for (Path page : new Path[] {three, longNames}) {
            open(page, "overview");
            assertThat(tab.evaluate("""
                    (() => {
                      const boxes = [...document.querySelectorAll('.tier')].map(t => t.getBoundingClientRect());
                      return Math.min(...boxes.slice(1).map((b, i) => Math.max(b.left - boxes[i].right,
                        b.top - boxes[i].bottom)));
                    })()""").getAsDouble()).isGreaterThanOrEqualTo(8);
        }
    }

    /** Tables scroll sideways instead, however far a step of the walk stands to the right. */
    @ParameterizedTest
    @ValueSource(strings = {"overview", "crosstalk", "drill"})
    void aNarrowWindowHasRoomForNames(String view) throws IOException {
        tab.size(390, 850);
        open(Pages.write(directory.resolve("deep.html"), Pages.deep()), view);
        assertThat(tab.evaluate("""
                Math.min(...[...document.querySelectorAll('td.text')].map(t =>
                  t.clientWidth - parseFloat(getComputedStyle(t).paddingLeft)))""").getAsDouble()).isGreaterThan(90);
    }

    /** Beside each other there are too few columns for a name. */
    @Test
    void aNarrowWindowHasCallPathsBelowEachOther() {
        tab.size(390, 850);
        open(longNames, "crosstalk");
        assertThat(tab.evaluate("Math.min(...[...document.querySelectorAll('.paths > div')].map(d => d.clientWidth))")
                .getAsInt()).isGreaterThan(300);
        open(longNames, "flame");
        assertThat(tab.evaluate("document.querySelector('#flame-details > div').clientWidth").getAsInt())
                .isGreaterThan(300);
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 390, 1280})
    void theListsOfTheSelectionAreInTheWindow(int width) {
        tab.size(width, 850);
        open(many, "overview");
        for (String list : new String[] {"transactions", "tiers"}) {
            tab.click("#choose-" + list + " summary");
            assertThat(tab.evaluate("""
                    (b => b.left >= 0 && b.right <= innerWidth && b.bottom <= innerHeight)
                      (document.querySelector('#selection details[open] > div').getBoundingClientRect())""")
                    .getAsBoolean()).as(list).isTrue();
            assertThat(tab.count("#selection details[open]")).as("one is open at a time").isEqualTo(1);
        }
    }

    /** What is left out of a name is said, and all of it can be had. */
    @Test
    void headersOfTheHeatMapAreNotCutUnseen() {
        open(longNames, "crosstalk");
        assertThat(tab.evaluate("""
                [...document.querySelectorAll('#heat thead th')].filter(t => t.scrollHeight > t.clientHeight
                  || t.scrollWidth > t.clientWidth).map(t => t.textContent).join(' ')""").getAsString()).isEmpty();
        assertThat(tab.evaluate("""
                [...document.querySelectorAll('#heat th')].filter(t => t.textContent.includes('…'))
                  .every(t => t.title.length > t.textContent.length)""").getAsBoolean()).isTrue();
        assertThat(tab.evaluate("/[\\ud800-\\udfff]/u.test(document.body.textContent)").getAsBoolean())
                .as("no half of a character").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void textCanBeRead(String scheme) throws IOException {
        Path compared = Pages.writeCompared(directory.resolve("compared.html"), Pages.earlyAndLate(), Pages.tiers());
        tab.colours(scheme);
        tab.size(1280, 4000);
        for (String view : VIEWS) {
            open(waits, view);
            assertReadable(view);
        }
        open(waits, "overview");
        tab.click("#types tbody tr");
        assertReadable("a chosen row");
        open(three, "overview");
        assertReadable("reasons with long bars");
        open(compared, "compare");
        assertReadable("what is worse and better");
    }

    private void assertReadable(String what) {
        assertThat(tab.evaluate(contrast + "poorText(" + CONTRAST + ")").getAsString()).as(what).isEmpty();
    }

    /** Also of what a search has dimmed. */
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void textOfTheFlameGraphCanBeRead(String scheme) {
        tab.colours(scheme);
        open(waits, "flame");
        tab.evaluate(contrast + "watchCanvas()");
        for (String search : new String[] {"filesort", ""}) {
            tab.evaluate("drawn.length = 0");
            tab.evaluate("(s => { s.value = '" + search + "'; s.dispatchEvent(new Event('input')); })"
                    + "(document.getElementById('flame-search'))");
            assertThat(tab.evaluate("drawn.length").getAsInt()).isPositive();
            assertThat(tab.evaluate("drawn.filter(d => d.contrast < " + CONTRAST
                    + ").map(d => d.text + ' ' + d.contrast).join()").getAsString()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"overview", "flame", "graph", "crosstalk", "timeline", "drill", "waits", "compare"})
    void whatCanBeUsedHasAName(String view) {
        open(waits, view);
        assertThat(tab.accessibility().lines().filter(l -> l.matches("(button|combobox|checkbox|searchbox|textbox|"
                + "spinbutton|slider|tab|tabpanel|application|columnheader|img|image): *"))).isEmpty();
        assertThat(tab.evaluate("document.querySelectorAll('[role=img] [tabindex]').length").getAsInt())
                .as("what is in a picture is not told").isZero();
        assertThat(tab.evaluate("document.title").getAsString()).isEqualTo("Whodunit: web, db");
    }

    @Test
    void aScreenReaderIsToldWhatIsChosenAndHowTheTimeIsShared() {
        open(waits, "overview");
        assertThat(tab.accessibility()).contains("tab: Overview", "tabpanel: Overview", "button: Best", "combobox: what"
                + " is shown", "Best: 60.0 %, Home: 20.0 %");
        open(waits, "crosstalk");
        assertThat(tab.accessibility()).contains("grid: Waiters by holders", "gridcell: 40.0 ms");
        open(waits, "waits");
        assertThat(tab.accessibility()).contains("button: read waits for convert, 350%",
                "on a processor: 500 ms, waiting for Report: 1.50 s");
    }
}
