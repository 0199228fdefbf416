package whodunit.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The command line: what can be done with recordings. {@code record}, {@code demo} and {@code test} are the launcher's. */
@Command(name = "whodunit", scope = ScopeType.INHERIT, mixinStandardHelpOptions = true, version = "whodunit 0.1.0",
        subcommands = {ReportCommand.class, CrosstalkCommand.class, GraphCommand.class, DiffCommand.class,
                ViewCommand.class, ExportCommand.class, InfoCommand.class,
                InfoCommand.Stages.class})
public final class Main implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(),
                "Say what to do: report, view, crosstalk, graph, diff, export or info.");
    }

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((e, commandLine, parsed) -> {
            if (!(e instanceof UserError))
                throw e;
            commandLine.getErr().println("whodunit: " + e.getMessage());
            return 1;
        });
        return line;
    }
}
