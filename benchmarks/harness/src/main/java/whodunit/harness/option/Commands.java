// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import picocli.CommandLine;

/** How the commands of benchmarks and demos run. */
public final class Commands {
    private Commands() {}

    /**
     * Runs the command to its end. What goes wrong around it, as a server that does not start, is told in a line.
     *
     * @return the exit status
     */
    public static int execute(Object command, String... arguments) {
        CommandLine line = new CommandLine(command);
        line.setExecutionExceptionHandler((e, commandLine, parsed) -> {
            if (!(e instanceof IOException || e instanceof SQLException))
                throw e;
            commandLine.getErr().println(
                    commandLine.getCommandName() + ": " + (e instanceof FileSystemException ? e : e.getMessage()));
            return 1;
        });
        return line.execute(arguments);
    }
}
