// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.run.Site;
import whodunit.sedaweb.run.WebServerProcess;

class EnduranceTest {
    @TempDir
    Path directory;

    @Test
    @Timeout(300)
    void everyReplyIsRightAndNothingIsLeftBehind() throws Exception {
        Pages pages = new Pages(8192);
        Site site = new Site(directory, pages);
        try (WebServerProcess server = WebServerProcess.start(List.of(), List.of("-Xmx128m"), directory.resolve("log"),
                site.arguments());
                Endurance endurance = new Endurance(server, pages)) {
            System.out.println(endurance.round(40_000, 1));
            assertThat(endurance.finish()).isEmpty();
        }
    }
}
