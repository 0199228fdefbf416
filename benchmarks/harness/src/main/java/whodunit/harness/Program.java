// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that are installed on this machine. */
public final class Program {
    private Program() {}

    /** A program's path; daemons may lie where a user's PATH does not reach. */
    public static String find(String program) throws IOException {
        for (String directory : (System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(":"))
            if (Files.isExecutable(Path.of(directory, program)))
                return directory + "/" + program;
        throw new IOException(program + " is not installed; run: whodunit setup");
    }

    /** Runs a command to its end; its output is shown only if it fails. */
    public static void run(List<String> command, Path directory) throws IOException, InterruptedException {
        Process p = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
        String output = new String(p.getInputStream().readAllBytes());
        if (p.waitFor() != 0)
            throw new IOException(command.get(0) + " failed with status " + p.exitValue() + ":\n" + output);
    }
}
