package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** The commands that the launcher itself runs tell what they do, and do not do it. */
class LauncherHelpTest {
    @ParameterizedTest
    @ValueSource(strings = {"setup", "build", "test", "record"})
    void everyCommandTellsOfItself(String command) throws Exception {
        for (String option : List.of("-h", "--help")) {
            Finished help = Finished.run(List.of(Whodunit.HOME.resolve("whodunit").toString(), command, option))
                    .checked();
            assertThat(help.output()).startsWith("Usage: whodunit " + command);
            assertThat(help.errors()).isEmpty();
        }
    }
}
