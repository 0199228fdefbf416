// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.waits.Share;

/** The page's view of waits. */
class WaitsViewTest {
    @TempDir
    private static Path directory;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser();
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    private static Tab open(int width) throws IOException {
        Path page = Pages.writeWaits(directory.resolve("waits.html"));
        Tab tab = browser.open(width, 900);
        tab.load(page.toUri() + "#view=waits");
        return tab;
    }

    @Test
    void showsTheGraphItsStacksAndWhereTimeGoes() throws IOException {
        Tab tab = open(1280);
        assertThat(tab.text("#waits-findings")).contains("read waits for convert 350% of the time");
        assertThat(tab.count("#waits-svg rect")).isEqualTo(4);
        assertThat(tab.count("#waits-svg .waits-edge")).isEqualTo(4);
        assertThat(tab.text("#waits-stacks")).contains("queue_put<int>").contains("convert \"x\"");
        assertThat(tab.text("#waits-splits")).contains("Order").contains("2");
        assertThat(tab.evaluate("new Set([...document.querySelectorAll('#waits-splits p > span > span')]"
                + ".map(s => s.style.background)).size").getAsInt()).isEqualTo(Share.values().length);
        tab.evaluate("document.querySelectorAll('#waits-svg .waits-edge')[1].dispatchEvent(new Event('click'))");
        assertThat(tab.text("#waits-stacks")).contains("<write> \"&\\ waits for convert: 50.0%");
        assertThat(tab.errors).isEmpty();
    }

    /** The page stays as wide as the window, and an arrow that is clicked where it is. */
    @Test
    void theGraphScrollsInItsOwnPlace() throws IOException {
        Tab tab = open(300);
        assertThat(tab.evaluate("document.documentElement.scrollWidth").getAsInt()).isLessThanOrEqualTo(300);
        tab.evaluate("document.querySelector('.waits-graph').scrollTo(50, 0)");
        tab.evaluate("document.querySelector('#waits-svg .waits-edge').dispatchEvent(new Event('click'))");
        assertThat(tab.evaluate("document.querySelector('.waits-graph').scrollLeft").getAsInt()).isEqualTo(50);
    }

    @Test
    void theSelectionIsNotThereSinceItHasNoEffect() throws IOException {
        Tab tab = open(1280);
        String shown = "document.getElementById('selection').checkVisibility()";
        assertThat(tab.evaluate(shown).getAsBoolean()).isFalse();
        assertThat(tab.text("#view .note").replace("\n", "")).endsWith("The whole recording, by thread.");
        tab.click("#tab-overview");
        assertThat(tab.evaluate(shown).getAsBoolean()).isTrue();
        tab.click("#tab-waits");
        assertThat(tab.evaluate(shown).getAsBoolean()).isFalse();
    }

    @Test
    void isNotThereWithoutWaits() throws IOException {
        Tab tab = browser.open(1280, 900);
        tab.load(Pages.write(directory.resolve("tiers.html"), Pages.tiers()).toUri().toString());
        assertThat(tab.count("#tab-waits")).isZero();
        assertThat(tab.count("#tab-crosstalk")).isEqualTo(1);
    }
}
