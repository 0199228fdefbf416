// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs in C that are recorded; their sources are among the tests' resources. */
public final class CProgram {
    private CProgram() {}

    /** Copies a source into a directory. */
    public static Path source(String name, Path directory) throws IOException {
        Path source = directory.resolve(name);
        try (InputStream in = CProgram.class.getResourceAsStream("/whodunit/tests/" + name)) {
            Files.copy(in, source);
        }
        return source;
    }

    /**
     * Compiles it with debug information.
     *
     * @param compiler "gcc", or "g++" to have it in C++
     * @param options  in addition
     * @return the program, which is {@code to}
     */
    public static Path compile(String compiler, Path source, Path to, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(compiler, "-g", "-O1", source.toString(), "-o", to.toString()));
        command.addAll(List.of(options));
        Finished.run(command).checked();
        return to;
    }
}
