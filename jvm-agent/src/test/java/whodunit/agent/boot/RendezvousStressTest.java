package whodunit.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link RendezvousStress} for some seconds. */
class RendezvousStressTest {
    @TempDir
    Path directory;

    @Test
    void nothingIsAddedTwiceOrNotAtAll() throws Exception {
        Path output = directory.resolve("output");
        Process stress = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), "org.openjdk.jcstress.Main", "-t", "RendezvousStress",
                "-m", "sanity", "-c", "2", "-r", directory.toString()))
                .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        assertThat(stress.waitFor(3, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(output);
        assertThat(stress.exitValue()).as(said).isZero();
        assertThat(said).contains("Run complete").doesNotContain("FAILED").doesNotContain("Interesting tests: 1");
    }
}
