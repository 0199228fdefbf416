// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** The commands that the launcher itself runs tell what they do, and do not do it. */
class LauncherHelpTest {
    @ParameterizedTest
    @ValueSource(strings = {"setup", "build", "test", "record", "demo", "lint", "format"})
    void everyCommandTellsOfItself(String command) throws Exception {
        for (String option : List.of("-h", "--help")) {
            Finished help = Finished.run(List.of(Whodunit.HOME.resolve("whodunit").toString(), command, option))
                    .checked();
            assertThat(help.output()).startsWith("Usage: whodunit " + command);
            assertThat(help.errors()).isEmpty();
        }
    }

    /** What the help says of record's options, the script takes: it tells that a value is missing, or runs. */
    @Test
    void everyOptionOfRecordIsKnownToIt() throws Exception {
        String launcher = Whodunit.HOME.resolve("whodunit").toString();
        Matcher option = Pattern.compile("(?m)^ {2,6}(?:-o, )?(--[a-z]+)(=?)")
                .matcher(Finished.run(List.of(launcher, "record", "--help")).checked().output());
        int found = 0;
        for (; option.find(); found++)
            if (!option.group(2).isEmpty())
                assertThat(Finished.run(List.of(launcher, "record", option.group(1))).errors())
                        .contains(option.group(1) + " needs a value");
        assertThat(found).isGreaterThan(7);
    }
}
