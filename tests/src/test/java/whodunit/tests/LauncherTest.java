package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** What the launcher makes of its command line before a command sees it. */
class LauncherTest {
    private static final String LAUNCHER = Whodunit.HOME.resolve("whodunit").toString();

    @Test
    void anUnknownCommandIsAnErrorWithACure() throws Exception {
        for (String word : List.of("reprot", "--nothing")) {
            Finished unknown = Finished.run(List.of(LAUNCHER, word));
            assertThat(unknown.status()).isEqualTo(2);
            assertThat(unknown.errors())
                    .isEqualTo("whodunit: there is no command '" + word + "'; see: whodunit --help\n");
        }
    }

    @Test
    void eachProcessMakesItsOwnDirectory(@TempDir Path directory) throws Exception {
        Finished.run(List.of(LAUNCHER, "record", "-o", directory.resolve("rec-%p").toString(), "--", "true")).checked();
        assertThat(directory.toFile().list()).hasSize(1).allMatch(name -> name.matches("rec-\\d+"));
    }

    /** Which separates the options of agents and of the sampler. */
    @Test
    void aDirectoryMayHaveACommaInItsName(@TempDir Path directory) throws Exception {
        Path recording = directory.resolve("web,db");
        Finished.run(
                List.of(LAUNCHER, "record", "-o", recording.toString(), "--", "awk", "BEGIN { while (i < 2e7) i++ }"))
                .checked();
        assertThat(recording.toFile().list()).hasSize(1).allMatch(name -> name.endsWith(".jfr"));
    }

    /** As in containers, under cron and over ssh: LANG is not set. The shell spells the name, since this JVM may be so, too. */
    @Test
    void namesThatAreNotAsciiAreUnderstoodWithoutALocale() throws Exception {
        Finished told = Finished.run(List.of("bash", "-c",
                "unset LANG LC_CTYPE; LC_ALL=C exec \"$0\" report /nowhere/caf$'\\xc3\\xa9'", LAUNCHER));
        assertThat(told.errors()).contains("/nowhere/caf\u00e9 does not exist");
    }
}
