// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a command's result goes. */
final class OutputOption {
    @Option(names = "-o", paramLabel = "FILE", description = "Write there instead of to standard output.")
    private Path file;

    /** Null: standard output. */
    Path file() {
        return file;
    }

    void write(Output.Writer writer) {
        Output.write(file, writer);
    }
}
