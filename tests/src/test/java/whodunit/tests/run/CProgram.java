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

    /** Strips a program as some distributions do: the symbols of its functions stay in it, compressed. */
    public static Path packSymbols(Path whole, Path to) throws IOException, InterruptedException {
        String script = """
                set -e
                nm -D --format=posix --defined-only "$1" | awk '{ print $1 }' | sort >"$2.dynamic"
                nm --format=posix --defined-only "$1" | awk '$2 ~ /[TtD]/ { print $1 }' | sort |
                  comm -13 "$2.dynamic" - >"$2.kept"
                objcopy --only-keep-debug "$1" "$2.debug"
                objcopy -S --remove-section .comment --keep-symbols="$2.kept" "$2.debug" "$2.packed"
                xz -f "$2.packed"
                strip -o "$2" "$1"
                objcopy --add-section .gnu_debugdata="$2.packed.xz" "$2"
                """;
        Finished.run(List.of("env", "LC_ALL=C", "bash", "-c", script, "bash", whole.toString(), to.toString()))
                .checked();
        return to;
    }
}
