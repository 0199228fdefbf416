// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;
import whodunit.cli.launcher.DemoCommand;
import whodunit.cli.launcher.MaintenanceCommands;
import whodunit.cli.launcher.RecordCommand;
import whodunit.cli.manual.Manual;

/** One source of help: what the launcher shows of its own commands before anything is built is what is written here. */
class HelpTest {
    private static final Path TEXTS = Path.of("../scripts/help");
    /** What stands for all commands together. */
    private static final String PROGRAM = "whodunit";

    @TempDir
    private Path share;

    static List<String> visible() {
        return Main.commandLine().getSubcommands().entrySet().stream()
                .filter(c -> !c.getValue().getCommandSpec().usageMessage().hidden()).map(c -> c.getKey()).toList();
    }

    /** Those that do not need the jar. */
    static List<String> launched() {
        return List.of(PROGRAM, "record", "demo", "setup", "build", "test", "lint", "format");
    }

    private static String help(String command) {
        CommandLine whodunit = Main.commandLine();
        CommandLine line = command.equals(PROGRAM) ? whodunit : whodunit.getSubcommands().get(command);
        return line.getUsageMessage(Ansi.OFF);
    }

    /** After a wanted change run it once with WHODUNIT_WRITE_GOLDEN=1. */
    @ParameterizedTest
    @MethodSource("launched")
    void theLauncherShowsTheSame(String command) throws IOException {
        Path text = TEXTS.resolve(command + ".txt");
        if (System.getenv("WHODUNIT_WRITE_GOLDEN") != null)
            Files.writeString(text, help(command));
        assertThat(help(command)).isEqualTo(Files.readString(text));
    }

    @ParameterizedTest
    @MethodSource("visible")
    void everyCommandTellsUsageExamplesAndExitStatus(String command) {
        assertThat(help(command)).startsWith("Usage: whodunit " + command).containsPattern("\nExamples?:\n  whodunit ")
                .contains("\nExit status:\n").contains("\nOptions:\n");
        assertThat(help(command).lines()).allSatisfy(l -> assertThat(l.length()).as(l).isLessThanOrEqualTo(100));
    }

    /** picocli takes them for formats, and warns of a single % on standard error; not so those of options. */
    @ParameterizedTest
    @MethodSource("visible")
    void textsAreFormats(String command) {
        UsageMessageSpec texts = Main.commandLine().getSubcommands().get(command).getCommandSpec().usageMessage();
        Stream.of(texts.description(), texts.footer()).flatMap(Stream::of)
                .forEach(text -> assertThat(String.format(text)).as(text).isNotNull());
    }

    @Test
    void oldNamesAreNotShown() {
        for (String command : visible())
            assertThat(help(command)).doesNotContain("--stage").doesNotContain("  stages ");
        assertThat(help(PROGRAM)).doesNotContain("stages");
    }

    /** docs/options.md says of an option which commands that read recordings have it: some, all, or all but some. */
    @Test
    void thePageOfOptionsSaysWhichCommandsHaveThem() throws IOException {
        List<String> readers = new ArrayList<>(visible());
        readers.removeAll(launched());
        String page = Files.readString(Path.of("../docs/options.md"));
        Matcher row = Pattern.compile("(?m)^\\| (`--?[a-z].*?) \\| ((?:all|`[a-z]+`).*?) \\|").matcher(page);
        int rows = 0;
        for (; row.find(); rows++) {
            List<String> named = inBackticks(row.group(2));
            List<String> those = row.group(2).startsWith("all")
                    ? readers.stream().filter(c -> !named.contains(c)).toList()
                    : named;
            for (String option : inBackticks(row.group(1)))
                assertThat(readers.stream().filter(c -> Main.commandLine().getSubcommands().get(c).getCommandSpec()
                        .findOption(option.split(" ")[0]) != null)).as(option)
                        .containsExactlyInAnyOrderElementsOf(those);
        }
        assertThat(rows).isEqualTo(8);
    }

    private static List<String> inBackticks(String text) {
        return Pattern.compile("`([^`]+)`").matcher(text).results().map(m -> m.group(1)).toList();
    }

    @Test
    void theLaunchersCommandsAreNotTheJars() {
        for (Runnable command : List.of(new RecordCommand(), new DemoCommand(), new MaintenanceCommands.Build()))
            assertThat(new CommandLine(command).execute()).isEqualTo(2);
    }

    /** Every command has a page that names its options, and the shell completes its name and options. */
    @Test
    void thereIsAManualPageForEachCommandAndCompletion() throws IOException {
        Manual.main(new String[] {share.toString()});
        assertThat(share.resolve("man/man1/whodunit.1")).content().contains("whodunit\\-report");
        String completion = Files.readString(share.resolve("bash-completion/completions/whodunit"));
        for (String command : visible()) {
            String page = Files.readString(share.resolve("man/man1/whodunit-" + command + ".1"));
            assertThat(page).contains(".SH NAME\nwhodunit\\-" + command + " \\- ").contains(".SH EXIT STATUS")
                    .contains(".SH EXAMPLE");
            Main.commandLine().getSubcommands().get(command).getCommandSpec().options().stream()
                    .filter(o -> !o.hidden()).forEach(o -> {
                        assertThat(page).contains(o.longestName().replace("-", "\\-"));
                        assertThat(completion).contains(o.longestName());
                    });
            assertThat(completion).contains(command);
        }
        assertThat(completion).doesNotContain("--stage");
    }
}
