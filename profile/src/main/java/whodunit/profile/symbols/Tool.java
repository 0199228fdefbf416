// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program of elfutils to its end, within a limit of time. */
final class Tool {
    /** @param status the exit status; -1: ended by the limit */
    record Result(int status, String out, String err) {}

    /** A program that is not on this machine. */
    static final class MissingException extends IOException {
        private static final long serialVersionUID = 1;

        MissingException(String program, Throwable cause) {
            super(program, cause);
        }
    }

    private Tool() {}

    /**
     * Runs it with the input and the additions to this process's environment; a null value removes a variable.
     *
     * @throws MissingException if there is no such program
     * @throws IOException      if it cannot be run
     */
    static Result run(List<String> command, String input, Map<String, String> environment, long limitSeconds)
            throws IOException {
        return run(command, input, environment, limitSeconds, () -> {});
    }

    /** The same, and says each second that it still runs. */
    static Result run(List<String> command, String input, Map<String, String> environment, long limitSeconds,
            Runnable stillRuns) throws IOException {
        Path in = Files.createTempFile("whodunit-", ".in");
        Path out = Files.createTempFile("whodunit-", ".out");
        Path err = Files.createTempFile("whodunit-", ".err");
        for (Path file : List.of(in, out, err))
            file.toFile().deleteOnExit(); // Ctrl-C
        try {
            Files.writeString(in, input);
            ProcessBuilder builder = new ProcessBuilder(command).redirectInput(in.toFile())
                    .redirectOutput(out.toFile()).redirectError(err.toFile());
            environment.forEach((name, value) -> {
                if (value == null)
                    builder.environment().remove(name);
                else
                    builder.environment().put(name, value);
            });
            int status = await(start(builder, command.get(0)), limitSeconds, stillRuns);
            return new Result(status, read(out), read(err));
        } finally {
            for (Path file : List.of(in, out, err))
                Files.deleteIfExists(file);
        }
    }

    private static Process start(ProcessBuilder builder, String program) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            if (isOnPath(program))
                throw e;
            throw new MissingException(program, e);
        }
    }

    private static boolean isOnPath(String program) {
        String path = System.getenv("PATH");
        for (String directory : (path == null ? "" : path).split(File.pathSeparator))
            if (Files.isExecutable(Path.of(directory, program)))
                return true;
        return false;
    }

    private static int await(Process process, long limitSeconds, Runnable stillRuns) {
        try {
            for (long second = 0; second < limitSeconds; second++) {
                if (process.waitFor(1, TimeUnit.SECONDS))
                    return process.exitValue();
                stillRuns.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly().onExit().join();
        return -1;
    }

    /** Names of files and functions may be in any encoding. */
    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
