// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import whodunit.cli.text.PrintableName;
import whodunit.profile.RecordedProcess;
import whodunit.profile.symbols.NativeNames;

/** Where the names of functions come from that the recorded files did not have. */
final class SymbolOptions {
    @Option(names = "--symbols", paramLabel = "DIR",
            description = "Look here first for debug files of stripped programs, by build-id: "
                    + "DIR/.build-id/ab/cdef.debug or any file below it; may be given more than once. Then the "
                    + "recorded files, /usr/lib/debug and, with DEBUGINFOD_URLS, debuginfod.")
    private List<Path> directories = List.of();

    /** @throws UserError if a directory does not exist */
    void giveNames(List<RecordedProcess> processes) {
        for (Path directory : directories)
            if (!Files.isDirectory(directory))
                throw new UserError("--symbols " + directory + " is not a directory");
        new NativeNames(directories, System.getenv(), Progress.OF_THIS_COMMAND::step,
                note -> System.err.println("whodunit: " + PrintableName.of(note))).giveTo(processes);
    }
}
