// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All of the page without a mouse. What is made anew while the keyboard is there keeps it. */
class KeyboardTest {
    private static final String AT = "document.activeElement.textContent";

    @TempDir
    private static Path directory;
    private static Browser browser;
    private static Path tiers;
    private static Path times;
    private static Path many;

    private final Tab tab = browser.open(1280, 900);

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser();
        tiers = Pages.writeWaits(directory.resolve("tiers.html"));
        times = Pages.write(directory.resolve("times.html"), Pages.inFiles());
        many = Pages.write(directory.resolve("many.html"), Pages.manyTypes());
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

    private void focus(String selector) {
        tab.evaluate("document.querySelector('" + selector + "').focus()");
    }

    private String value(String expression) {
        return tab.evaluate("String(" + expression + ")").getAsString();
    }

    @Test
    void arrowKeysGoFromViewToView() {
        open(tiers, "overview");
        focus("[role=tab]");
        tab.key("ArrowRight");
        assertThat(value(AT)).isEqualTo("Flame graph");
        assertThat(tab.text("[aria-selected=true]")).isEqualTo("Flame graph");
        assertThat(tab.count("#flame-canvas")).isEqualTo(1);
        tab.key("End");
        assertThat(value(AT)).isEqualTo("Waits");
        tab.key("ArrowRight");
        assertThat(value(AT)).isEqualTo("Overview");
        tab.key("Tab");
        assertThat(value("document.activeElement.closest('#selection') !== null")).as("one tab is reached by Tab")
                .isEqualTo("true");
    }

    @Test
    void aChosenRowKeepsTheKeyboard() {
        open(tiers, "overview");
        focus("#types tbody tr [role=button]");
        String name = value(AT);
        for (String pressed : new String[] {"true", "false"}) {
            tab.key("Enter");
            assertThat(value(AT)).isEqualTo(name);
            assertThat(value("document.activeElement.getAttribute(\"aria-pressed\")")).isEqualTo(pressed);
        }
        assertThat(value("location.hash")).as("chosen once, not twice").doesNotContain("type=");
    }

    @Test
    void aSortedColumnKeepsTheKeyboard() {
        open(tiers, "overview");
        focus("#types th:nth-child(2) button");
        tab.key("Enter");
        assertThat(value(AT)).isEqualTo("requests");
        assertThat(value("document.activeElement.closest('th').ariaSort")).isEqualTo("descending");
    }

    @Test
    void arrowKeysGoFromCellToCell() {
        open(tiers, "crosstalk");
        assertThat(tab.count("#heat td[tabindex=\"0\"]")).isEqualTo(1);
        focus("#heat td[aria-selected=true]");
        tab.key("ArrowRight");
        tab.key("ArrowDown");
        String there = value("document.activeElement.title");
        assertThat(there).startsWith("Home waited").endsWith("for Best");
        tab.key("Enter");
        assertThat(value("document.activeElement.title")).isEqualTo(there);
        assertThat(tab.text("#sites")).contains("Home waits for Best");
    }

    @Test
    void aChosenArrowKeepsTheKeyboard() {
        open(tiers, "waits");
        tab.evaluate("document.querySelectorAll('#waits-svg .waits-edge')[1].focus()");
        tab.key("Enter");
        assertThat(value("document.activeElement.getAttribute(\"aria-label\")")).endsWith("waits for convert, 50%");
        assertThat(tab.text("#waits-stacks")).contains("waits for convert: 50.0%");
    }

    @Test
    void theGraphIsMovedAndZoomed() {
        open(tiers, "graph");
        String transform = "document.querySelector(\"#graph > g\").getAttribute(\"transform\")";
        String fitted = value(transform);
        focus("#graph");
        for (String key : new String[] {"+", "-", "ArrowLeft", "ArrowDown"}) {
            tab.key("0");
            assertThat(value(transform)).isEqualTo(fitted);
            tab.key(key);
            assertThat(value(transform)).as(key).isNotEqualTo(fitted);
        }
    }

    /** In the same seconds as the command line has them. */
    @Test
    void aRangeOfTimeIsSaid() {
        open(times, "timeline");
        tab.evaluate("document.getElementById('timeline-from').value = ''");
        tab.type("#timeline-from", "20");
        tab.key("Tab");
        tab.await("location.hash.includes('from=')");
        assertThat(value("document.activeElement.id")).isEqualTo("timeline-to");
        assertThat(tab.text("#range")).contains("--since 20)");
        tab.click("#tab-overview");
        assertThat(tab.text("#types tbody tr")).as("Early has ended by then").contains("Late").contains("100.0 %");
    }

    @Test
    void escapeClosesAList() {
        open(many, "overview");
        focus("#choose-transactions summary");
        tab.key("Enter");
        assertThat(tab.count("#choose-transactions[open]")).isEqualTo(1);
        tab.key("Tab");
        tab.key("Escape");
        assertThat(tab.count("#choose-transactions[open]")).isZero();
        assertThat(value(AT)).startsWith("transactions:");
    }

    @Test
    void aListStaysAsItWasFoundWhileItsNamesAreChosen() {
        open(many, "overview");
        tab.click("#choose-transactions summary");
        tab.type("#choose-transactions input[type=search]", "page 1");
        String seen = "[...document.querySelectorAll('#choose-transactions label')].filter(l => l.checkVisibility())"
                + ".length";
        assertThat(value(seen)).isEqualTo("11"); // 1, 10 to 19
        tab.evaluate("[...document.querySelectorAll('#choose-transactions label')].find(l => l.checkVisibility())"
                + ".querySelector('input').focus()");
        tab.key(" ");
        assertThat(value(seen)).isEqualTo("11");
        assertThat(value("document.activeElement.checked")).isEqualTo("true");
        tab.click("h1");
        assertThat(tab.count("#choose-transactions[open]")).as("a click beside it closes it").isZero();
    }
}
