// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Takes the pictures of README and docs from the report of a demo, of the bookstore or of the one that
 * {@code whodunit.demo.name} names: {@code docs/images/take REPORT.html}.
 */
@EnabledIfSystemProperty(named = "whodunit.demo", matches = ".+")
class ScreenshotTest {
    private static final Path IMAGES = Path.of("../docs/images");
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser();
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
    }

    @ParameterizedTest
    @CsvSource({"bookstore,demo-report,overview,860", "bookstore,flame,flame,1500", "bookstore,graph,graph,860",
            "bookstore,crosstalk,crosstalk,1100", "bookstore,timeline,timeline,480", "spring,spring-demo,overview,860"})
    void picture(String demo, String name, String view, int height) throws IOException {
        assumeTrue(System.getProperty("whodunit.demo.name", "bookstore").equals(demo));
        Tab tab = browser.open(1280, height);
        tab.colours("light");
        tab.load(Path.of(System.getProperty("whodunit.demo")).toAbsolutePath().toUri() + "#view=" + view);
        assertThat(tab.errors).isEmpty();
        assertThat(tab.text("[role=alert]")).isEmpty();
        tab.screenshot(IMAGES.resolve(name + ".png"));
    }
}
