// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.SpringDemo;
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

    /** The help speaks for four programs, which have their options themselves. */
    @Test
    void theDemosHelpHasTheOptionsOfItsPrograms() throws Exception {
        Path benchmarks = Whodunit.HOME.resolve("benchmarks");
        Set<String> own = new TreeSet<>(Set.of("--lamp", "--seda", "--spring"));
        for (List<String> program : List.of(
                List.of(benchmarks.resolve("tpcw/target/whodunit-tpcw.jar").toString(), "whodunit.tpcw.demo.Demo"),
                List.of(benchmarks.resolve("lamp/target/whodunit-lamp.jar").toString(), "whodunit.lamp.demo.LampDemo"),
                List.of(benchmarks.resolve("seda-web/target/whodunit-seda-web.jar").toString(),
                        "whodunit.sedaweb.demo.SedaDemo"),
                List.of(SpringDemo.classPath(), SpringDemo.MAIN))) {
            Finished help = Finished.run(List.of(Jdk.java(17), "-cp", program.get(0), program.get(1), "--help"));
            own.addAll(options(help.checked().output()));
        }
        String launcher = Whodunit.HOME.resolve("whodunit").toString();
        assertThat(options(Finished.run(List.of(launcher, "demo", "--help")).checked().output())).isEqualTo(own);
    }

    private static Set<String> options(String help) {
        return Pattern.compile("(?m)^ {2,6}(?:-[a-zA-Z], )?(--[a-z-]+)").matcher(help).results().map(m -> m.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
