// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link RendezvousStress} for some seconds. {@code -Dstress=default} (or tough, stress: modes of jcstress) runs it
 * for as long as that takes, with all that it tries.
 */
class RendezvousStressTest {
    private static final List<String> SHORT = List.of("-m", "quick", "-f", "1", "-iters", "2", "-time", "200", "-sc",
            "false", "-jvmArgs", "-server");

    @TempDir
    Path directory;

    @Test
    void nothingIsAddedTwiceOrNotAtAll() throws Exception {
        String mode = System.getProperty("stress");
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), "org.openjdk.jcstress.Main", "-t", "RendezvousStress", "-c", "2",
                "-r", directory.toString()));
        command.addAll(mode == null ? SHORT : List.of("-m", mode));
        Process stress = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
        try {
            assertThat(stress.waitFor(mode == null ? 5 : 600, TimeUnit.MINUTES)).isTrue();
        } finally {
            stress.destroyForcibly();
        }
        String said = Files.readString(output);
        assertThat(stress.exitValue()).as(said).isZero();
        assertThat(said).contains("RUN RESULTS", " passed, 0 failed").doesNotContain("[FAILED]");
    }
}
