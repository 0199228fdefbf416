// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import whodunit.harness.option.Commands;
import whodunit.tpcw.demo.Demo;

/** Values that an option cannot have are told as wrong usage, before any server starts. */
class OptionsTest {
    private static CommandLine command(String name) throws ReflectiveOperationException {
        return new CommandLine(Class.forName("whodunit.tpcw." + name).getConstructor().newInstance());
    }

    @ParameterizedTest
    @CsvSource({
            "measure.Overhead, --rounds, 0", "measure.Overhead, --turns, -1", "measure.Overhead, --each, 0",
            "measure.Overhead, --slice, 0",
            "measure.Overhead, --clients, 0", "measure.Overhead, --items, 0", "measure.Overhead, --engine, cpu",
            "measure.Overhead, --interval, 4",
            "measure.Overhead, --think, -1", "measure.Overhead, --think, NaN", "measure.Overhead, --rounds, many",
            "measure.Oracle, --mix, buying", "measure.Oracle, --engine, none", "measure.Oracle, --seconds, 0",
            "measure.Oracle, --think, 0",
            "measure.Oracle, --interval, 0ms",
            "casestudy.CaseStudy, --clients, '100,0'", "casestudy.CaseStudy, --admin-every, Infinity",
            "casestudy.CaseStudy, --seconds, 1e3",
            "demo.Demo, --seconds, 0", "demo.Demo, --clients, -5", "demo.Demo, --items, 0", "demo.Demo, --mix, ''",
            "demo.Demo, --interval, soon",
            "demo.Demo, --engine, perf",
    })
    void aWrongValueIsTold(String command, String option, String value) throws Exception {
        CommandLine line = command(command);
        String wrong = value.substring(value.indexOf(',') + 1);
        assertThatThrownBy(() -> line.parseArgs(option, value)).isInstanceOf(ParameterException.class)
                .hasMessageContaining(option).hasMessageContaining("'" + wrong + "'")
                .hasMessageNotContaining("Exception");
    }

    @ParameterizedTest
    @CsvSource({
            "measure.Overhead, --rounds, 1", "measure.Overhead, --think, 0", "measure.Oracle, --mix, ordering",
            "casestudy.CaseStudy, --clients, '1,20'", "demo.Demo, --interval, 0.5ms", "demo.Demo, --interval, 500us",
            "demo.Demo, --engine, wall",
    })
    void aRightOneIsTaken(String command, String option, String value) throws Exception {
        CommandLine line = command(command);
        assertThatCode(() -> line.parseArgs(option, value)).doesNotThrowAnyException();
    }

    /** What was recorded before stays until a new run can begin. */
    @Test
    void wrongOptionsRemoveNothing(@TempDir Path directory) throws IOException {
        Path recorded = Files.writeString(Files.createDirectory(directory.resolve("recording"))
                .resolve("tomcat-7-ade50f2d87c91aa2-0.jfr"), "");
        assertThat(Commands.execute(new Demo(), "--postgres", "--table-engine", "item=InnoDB", "--out",
                directory.toString())).isEqualTo(2);
        assertThat(recorded).exists();
    }

    @Command(name = "broken")
    static final class Broken implements Callable<Integer> {
        private final StringWriter errors = new StringWriter();
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            spec.commandLine().setErr(new PrintWriter(errors, true));
            throw new IOException("mariadbd is not installed");
        }
    }

    @Test
    void aServerThatDoesNotStartIsOneLine() {
        Broken broken = new Broken();
        assertThat(Commands.execute(broken)).isEqualTo(1);
        assertThat(broken.errors.toString().trim()).isEqualTo("broken: mariadbd is not installed");
    }
}
