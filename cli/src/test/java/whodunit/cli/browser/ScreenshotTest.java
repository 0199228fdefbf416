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
 * Takes the pictures of README and docs from the reports of demos, each by its property: {@code docs/images/take}.
 */
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
    @CsvSource({"demo,demo-report,overview,860", "demo,flame,flame,1500", "demo,graph,graph,860",
            "demo,crosstalk,crosstalk,1100", "demo,timeline,timeline,480", "lamp,lamp-report,overview,900",
            "spring,spring-demo,overview,860"})
    void picture(String demo, String name, String view, int height) throws IOException {
        String report = System.getProperty("whodunit." + demo, "");
        assumeTrue(!report.isEmpty());
        take(report, name, view, height);
    }

    private static void take(String report, String name, String view, int height) throws IOException {
        Tab tab = browser.open(1280, height);
        tab.colours("light");
        tab.load(Path.of(report).toAbsolutePath().toUri() + "#view=" + view);
        assertThat(tab.errors).isEmpty();
        assertThat(tab.text("[role=alert]")).isEmpty();
        tab.screenshot(IMAGES.resolve(name + ".png"));
    }
}
