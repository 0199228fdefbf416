// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
            Exception cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
            if (!(cause instanceof IOException || cause instanceof SQLException))
                throw e;
            commandLine.getErr().println(commandLine.getCommandName() + ": "
                    + (cause instanceof FileSystemException named ? inWords(named) : cause.getMessage()));
            return 1;
        });
        return line.execute(arguments);
    }

    /** Some of the system's errors come with nothing but a file's name. */
    private static String inWords(FileSystemException e) {
        String why = e.getReason();
        if (e instanceof AccessDeniedException)
            why = "permission denied; allow it, or choose another directory";
        else if (e instanceof NoSuchFileException)
            why = "it is not there; make it, or choose another";
        else if (e instanceof FileAlreadyExistsException)
            why = Files.isDirectory(Path.of(e.getFile())) ? "it is there already; choose another"
                    : "it is there, and no directory; choose another";
        return e.getFile() + ": " + (why != null ? why : e);
    }
}
