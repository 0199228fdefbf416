// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.export.Speedscope;

/** speedscope itself, as its npm package brings it, opens what we write for it. {@code whodunit setup} installs npm. */
class SpeedscopeAppTest {
    private static final Path LOCKED = Path.of("src/test/npm");

    @Test
    void opensOurFileAndFindsItsTotals(@TempDir Path directory) throws Exception {
        Path app = install(directory).resolve("node_modules/speedscope/dist/release/index.html");
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        new Speedscope().write(Pages.tiers(), file);
        Path script = Files.writeString(directory.resolve("profile.js"),
                "speedscope.loadFileFromBase64('whodunit.json', '"
                        + Base64.getEncoder().encodeToString(file.toByteArray()) + "')");
        try (Browser browser = new Browser()) {
            Tab tab = browser.open(1280, 900);
            tab.navigate(app.toUri() + "#localProfilePath=" + script);
            tab.await("document.body.innerText.includes('Sandwich')");
            tab.evaluate(
                    "[...document.querySelectorAll('div')].findLast(d => d.innerText.endsWith('Sandwich')).click()");
            tab.await("document.body.innerText.includes('filesort')");
            assertThat(tab.text("body").replaceAll("\\s+", " ")).contains("60 (60%)").contains("20 (20%)")
                    .contains("(background thread)");
        }
    }

    private static Path install(Path directory) throws IOException, InterruptedException {
        for (String name : List.of("package.json", "package-lock.json"))
            Files.copy(LOCKED.resolve(name), directory.resolve(name));
        Process npm = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                .directory(directory.toFile())
                .redirectErrorStream(true).start();
        String said = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(npm.waitFor()).as(said).isZero();
        return directory;
    }
}
