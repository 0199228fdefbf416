// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** A path that is remembered instead of walked is the right one, whatever the compilers do to its frames. */
class PathsTest {
    @TempDir
    Path recording;

    @ParameterizedTest(name = "JDK {0} {1}")
    @CsvSource({"17, -XX:+TieredCompilation, 60000", "25, -XX:+TieredCompilation, 60000", "17, -Xint, 6000",
            "25, -Xint, 6000",
            "17, -XX:TieredStopAtLevel=1, 60000", "25, -XX:TieredStopAtLevel=1, 60000"})
    void onePathHasOneSynopsis(int jdk, String flag, int rounds) throws Exception {
        Finished run = Jdk.withAgent(jdk, Whodunit.LIB, recording, flag, "-Drounds=" + rounds,
                "-cp", System.getProperty("java.class.path"), "whodunit.tests.app.Paths");
        assertThat(run.output()).doesNotContain("WRONG").contains("captured");
        assertThat(run.status()).as(run.errors()).isZero();
        long captured = number(Pattern.compile("captured (\\d+)"), run.output());
        String info = Whodunit.info(recording);
        assertThat(info).doesNotContain("paths.distrusted");
        // else nothing was remembered, and nothing was tested
        assertThat(number(Pattern.compile("paths.walked +(\\d+)"), info)).isLessThan(captured);
    }

    @Test
    void pathsBeyondThoseThatAreRememberedHaveTheirSynopsesToo() throws Exception {
        Finished run = Jdk.withAgent(17, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.ManyPaths");
        assertThat(run.output()).doesNotContain("WRONG").contains("captured");
        assertThat(run.status()).as(run.errors()).isZero();
    }

    @Test
    void whatAPathIsBelowHasAPlaceOfItsOwn() throws Exception {
        Finished run = Jdk.withAgent(17, Whodunit.LIB, recording, "-Xint", "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.ManyBases");
        assertThat(run.output()).doesNotContain("WRONG").contains("captured 10000");
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(number(Pattern.compile("paths.walked +(\\d+)"), Whodunit.info(recording))).isLessThan(1000);
    }

    @ParameterizedTest(name = "JDK {0} {1}")
    @CsvSource({"17, -XX:+TieredCompilation", "25, -XX:+TieredCompilation", "17, -XX:TieredStopAtLevel=1",
            "25, -XX:TieredStopAtLevel=1"})
    void whereCompiledCodeWaitsForAMonitorIsRemembered(int jdk, String flag) throws Exception {
        Finished run = Jdk.withAgent(jdk, Whodunit.LIB, recording, flag, "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.MonitorWaits");
        assertThat(run.output()).contains("waited 6000");
        assertThat(run.status()).as(run.errors()).isZero();
        String info = Whodunit.info(recording);
        assertThat(info).doesNotContain("paths.distrusted");
        // the holder's is remembered, too, also where there is none to be had
        assertThat(number(Pattern.compile("paths.walked +(\\d+)"), info)).isLessThan(1000);
    }

    private static long number(Pattern pattern, String text) {
        Matcher m = pattern.matcher(text);
        return Long.parseLong(
                m.results().map((MatchResult r) -> r.group(1)).findFirst().orElseThrow(() -> new AssertionError(text)));
    }
}
