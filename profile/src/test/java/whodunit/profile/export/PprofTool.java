// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Google's pprof, the format's own reader. It comes with Go; where Go is not installed, {@code whodunit setup} fetches
 * it alone.
 */
public final class PprofTool {
    private static final Path FETCHED = Path.of("../build/tools/pprof").toAbsolutePath();

    private PprofTool() {}

    private static List<String> program() {
        for (String path : System.getenv("PATH").split(":"))
            if (Files.isExecutable(Path.of(path, "go")))
                return List.of("go", "tool", "pprof");
        return List.of(FETCHED.toString());
    }

    /** What it says of a profile, its complaints among it. */
    public static String run(Path profile, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(program());
        command.addAll(List.of(arguments));
        command.add(profile.toString());
        Process process = new ProcessBuilder(command).directory(profile.getParent().toFile()).redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
