// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The checkout that a benchmark runs in, with the product as its users have it. */
public record Checkout(Path home) {
    /** The launcher's; without one, the current directory. */
    public static Checkout here() {
        return new Checkout(Path.of(System.getenv().getOrDefault("WHODUNIT_HOME", ".")).toAbsolutePath());
    }

    public String launcher() {
        return home.resolve("whodunit").toString();
    }

    /**
     * Runs a command of the launcher, which writes where we write.
     *
     * @return its exit status
     */
    public int whodunit(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /**
     * The words that record the command that follows them.
     *
     * @param options more of record's
     */
    public List<String> record(Path recording, String tier, String... options) {
        List<String> prefix = new ArrayList<>(
                List.of(launcher(), "record", "-o", recording.toString(), "--tier", tier));
        prefix.addAll(List.of(options));
        prefix.add("--");
        return prefix;
    }
}
