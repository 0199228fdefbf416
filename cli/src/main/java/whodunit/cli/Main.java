// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_DESCRIPTION_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_HEADER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_HEADER_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;
import whodunit.cli.launcher.DemoCommand;
import whodunit.cli.launcher.MaintenanceCommands;
import whodunit.cli.launcher.RecordCommand;
import whodunit.cli.text.PrintableName;
import whodunit.profile.SampledTime;

/** The command line: what can be done with recordings, and what is to be said of the launcher's own commands. */
@Command(name = "whodunit", scope = ScopeType.INHERIT, mixinStandardHelpOptions = true,
        versionProvider = Version.class, usageHelpWidth = 100, descriptionHeading = "%n",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nArguments:%n",
        commandListHeading = "%nCommands:%n", exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:done", "1:it could not be done; the message says why, and what helps",
                "2:an option or argument is wrong"})
public final class Main implements Runnable {
    /** In the order in which they are needed. */
    private static final List<Class<?>> COMMANDS = List.of(RecordCommand.class, ReportCommand.class, ViewCommand.class,
            CrosstalkCommand.class, WaitsCommand.class, MessagesCommand.class, DrillCommand.class, GraphCommand.class,
            DiffCommand.class,
            ExportCommand.class,
            InfoCommand.class,
            InfoCommand.Stages.class, DemoCommand.class, MaintenanceCommands.Setup.class,
            MaintenanceCommands.Build.class, MaintenanceCommands.Test.class, MaintenanceCommands.Lint.class,
            MaintenanceCommands.Format.class);
    /** Usage comes first, as in most programs. */
    private static final List<String> SECTIONS = List.of(SECTION_KEY_SYNOPSIS_HEADING, SECTION_KEY_SYNOPSIS,
            SECTION_KEY_HEADER_HEADING, SECTION_KEY_HEADER, SECTION_KEY_DESCRIPTION_HEADING, SECTION_KEY_DESCRIPTION,
            SECTION_KEY_PARAMETER_LIST_HEADING, SECTION_KEY_PARAMETER_LIST, SECTION_KEY_OPTION_LIST_HEADING,
            SECTION_KEY_OPTION_LIST, SECTION_KEY_COMMAND_LIST_HEADING, SECTION_KEY_COMMAND_LIST,
            SECTION_KEY_EXIT_CODE_LIST_HEADING, SECTION_KEY_EXIT_CODE_LIST, SECTION_KEY_FOOTER_HEADING,
            SECTION_KEY_FOOTER);

    private static final String[] FIRST_SESSION = {"", "whodunit COMMAND --help tells more.", "", "A first session:",
            "  whodunit record -o rec --tier db  -- mariadbd --defaults-file=my.cnf",
            "  whodunit record -o rec --tier web -- catalina.sh run",
            "  whodunit report rec --format html -o report.html"};

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }

    public static void main(String[] args) {
        Progress.OF_THIS_COMMAND.watch();
        System.exit(execute(args));
    }

    private static int execute(String... args) {
        try {
            return commandLine().execute(args);
        } catch (OutOfMemoryError e) {
            System.err.println("whodunit: " + missing(String.valueOf(e.getMessage())));
            return 1;
        }
    }

    /** @param what the JVM's word: a larger heap helps where the heap is full, and nowhere else */
    private static String missing(String what) {
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        return what.startsWith("Java heap space") || what.startsWith("GC overhead")
                ? ("the %d MiB of memory that Java takes here are not enough for this; give it more, by "
                        + "JAVA_TOOL_OPTIONS=-Xmx%dm in the environment").formatted(heap, 2 * heap)
                : "Java has not enough memory: " + what;
    }

    /** All commands, of the launcher as well. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        COMMANDS.forEach(line::addSubcommand);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(SampledTime.class, SampledTimeOption::convert);
        line.registerConverter(double.class, value -> number(value, "a number", Double::valueOf));
        line.registerConverter(int.class, value -> number(value, "a whole number", Integer::valueOf));
        line.registerConverter(Long.class, value -> number(value, "a whole number", Long::valueOf));
        line.setHelpSectionKeys(SECTIONS);
        line.getCommandSpec().usageMessage() // here, since commands would inherit it from the annotation
                .header("A transactional profiler for multi-tier applications.")
                .customSynopsis("whodunit COMMAND [OPTION...]")
                .description(
                        "It tells which kind of request uses the CPU of which tier, in which functions, and which kind "
                                + "waits for which. Nothing is changed in the servers: record runs them with a "
                                + "recorder in them, report and the others read what was recorded.")
                .footer(FIRST_SESSION);
        line.setParameterExceptionHandler((e, arguments) -> tell(e));
        line.setExecutionExceptionHandler((e, commandLine, parsed) -> {
            if (!(e instanceof UserError))
                throw e;
            commandLine.getErr().println("whodunit: " + PrintableName.of(e.getMessage()));
            return 1;
        });
        return line;
    }

    /** Java's words for kinds of numbers are not the user's. */
    private static <N> N number(String value, String kind, Function<String, N> converter) {
        try {
            return converter.apply(value);
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException("it is " + kind + ", not '" + value + "'");
        }
    }

    /** In one line, as the launcher does. */
    private static int tell(CommandLine.ParameterException e) {
        List<String> alike = e instanceof CommandLine.UnmatchedArgumentException unmatched ? unmatched.getSuggestions()
                : List.of();
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        e.getCommandLine().getErr().println(command + ": " + e.getMessage()
                + (alike.isEmpty() ? "" : "; there is " + String.join(", ", alike)) + "; see: " + command + " --help");
        return e.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
    }
}
