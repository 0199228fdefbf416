// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A command that ran to its end. */
public record Finished(List<String> command, int status, String output, String errors) {
    public static Finished run(List<String> command) throws IOException, InterruptedException {
        return run(command, Path.of(""));
    }

    /** In a working directory. */
    public static Finished run(List<String> command, Path directory) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("whodunit-test", ".err");
        try {
            Process p = new ProcessBuilder(command).directory(directory.toAbsolutePath().toFile())
                    .redirectError(errors.toFile()).start();
            p.getOutputStream().close();
            String output = new String(p.getInputStream().readAllBytes());
            return new Finished(command, p.waitFor(), output, Files.readString(errors));
        } finally {
            Files.delete(errors);
        }
    }

    /** This, or an exception that tells what went wrong. */
    public Finished checked() {
        if (status != 0)
            throw new AssertionError(command + " ended with status " + status + ":\n" + output + errors);
        return this;
    }
}
