// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.cli.html.HtmlReport;
import whodunit.cli.html.Walked;
import whodunit.cli.waits.WaitGraphs;
import whodunit.cli.waits.WaitsPage;
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

    @Test
    void showsTheGraphItsStacksAndWhereTimeGoes() throws IOException {
        Path page = directory.resolve("waits.html");
        try (OutputStream out = Files.newOutputStream(page)) {
            new HtmlReport("transaction", WaitsPage.tree(Map.of("thread", WaitGraphs.converter())), Walked.NOTHING_ELSE)
                    .write(Pages.tiers(), out);
        }
        Tab tab = browser.open(1280, 900);
        tab.load(page.toUri() + "#view=waits");
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

    @Test
    void isNotThereWithoutWaits() throws IOException {
        Tab tab = browser.open(1280, 900);
        tab.load(Pages.write(directory.resolve("tiers.html"), Pages.tiers()).toUri().toString());
        assertThat(tab.count("#tab-waits")).isZero();
        assertThat(tab.count("#tab-crosstalk")).isEqualTo(1);
    }
}
