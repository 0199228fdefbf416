// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Takes the pictures of README and docs from the reports of demos: {@code docs/images/take REPORT.html [LAMP.html]}. */
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
    @EnabledIfSystemProperty(named = "whodunit.demo", matches = ".+")
    @CsvSource({"demo-report,overview,860", "flame,flame,1500", "graph,graph,860", "crosstalk,crosstalk,1100",
            "timeline,timeline,480"})
    void picture(String name, String view, int height) throws IOException {
        take(System.getProperty("whodunit.demo"), name, view, height);
    }

    @ParameterizedTest
    @EnabledIfSystemProperty(named = "whodunit.lamp", matches = ".+")
    @CsvSource("lamp-report,overview,900")
    void pictureOfLamp(String name, String view, int height) throws IOException {
        take(System.getProperty("whodunit.lamp"), name, view, height);
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
