// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The shipped command line, in this JVM: one that is started for each report uses a second and a half of CPU until it
 * has begun. The same through its launcher is {@link Whodunit#info}, and what ShippedCommandsTest runs.
 */
final class ShippedCommands {
    /** Of nothing but the jar: the tests' own libraries are not seen. */
    private static final ClassLoader LOADER = loader();

    private ShippedCommands() {}

    private static ClassLoader loader() {
        try {
            URL jar = Whodunit.LIB.resolve("whodunit-cli.jar").toUri().toURL();
            return new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Runs a command, which has to succeed, with "-o" and the file. */
    static void write(Path file, List<String> command) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("-o", file.toString()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status = run(arguments, new PrintStream(said, true, StandardCharsets.UTF_8));
        if (status != 0)
            throw new AssertionError(arguments + " ended with status " + status + ":\n"
                    + said.toString(StandardCharsets.UTF_8));
    }

    /** What a command writes to its standard output. */
    static String output(List<String> command) throws IOException {
        Path file = Files.createTempFile("whodunit-test", ".out");
        try {
            write(file, command);
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }

    /** One after the other: what it says to standard error is caught there. */
    private static synchronized int run(List<String> arguments, PrintStream errors) {
        PrintStream before = System.err;
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        System.setErr(errors);
        Thread.currentThread().setContextClassLoader(LOADER);
        try {
            Object line = Class.forName("whodunit.cli.Main", true, LOADER).getMethod("commandLine").invoke(null);
            line.getClass().getMethod("setErr", PrintWriter.class).invoke(line, new PrintWriter(errors, true));
            return (int) line.getClass().getMethod("execute", String[].class).invoke(line,
                    (Object) arguments.toArray(String[]::new));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the command line has another way in", e);
        } finally {
            Thread.currentThread().setContextClassLoader(own);
            System.setErr(before);
        }
    }
}
