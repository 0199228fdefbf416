// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Debug files from the servers that DEBUGINFOD_URLS names, through elfutils' client, which keeps them in its cache. A
 * server that fails or is too slow is not asked again.
 */
final class Debuginfod {
    /** How long a server may send nothing. */
    private static final long PATIENCE_SECONDS = 10;
    /** For all files together. */
    private static final long LIMIT_SECONDS = 120;
    private static final String NOT_THERE = "No such file or directory";

    private final Map<String, String> environment;
    private final Consumer<String> progress;
    private final Consumer<String> notes;
    private long nanosLeft;

    /**
     * Asks nobody yet.
     *
     * @param environment DEBUGINFOD_URLS and what else the client reads
     * @param progress    is told each second what it waits for
     * @param notes       is told why the servers are given up, once
     */
    Debuginfod(Map<String, String> environment, Consumer<String> progress, Consumer<String> notes) {
        this.environment = environment;
        this.progress = progress;
        this.notes = notes;
        nanosLeft = urls().isBlank() ? 0 : seconds("DEBUGINFOD_MAXTIME", LIMIT_SECONDS) * 1_000_000_000;
    }

    private String urls() {
        return environment.getOrDefault("DEBUGINFOD_URLS", "");
    }

    private long seconds(String variable, long otherwise) {
        String text = environment.getOrDefault(variable, "").strip();
        return text.matches("[1-9][0-9]{0,5}") ? Long.parseLong(text) : otherwise;
    }

    /** The debug file of a build, if a server has it. */
    Optional<Path> debugFile(String module, String buildId) throws IOException {
        if (nanosLeft <= 0)
            return Optional.empty();
        Map<String, String> client = new HashMap<>();
        client.put("DEBUGINFOD_URLS", urls());
        client.put("DEBUGINFOD_TIMEOUT", Long.toString(seconds("DEBUGINFOD_TIMEOUT", PATIENCE_SECONDS)));
        client.put("DEBUGINFOD_RETRY_LIMIT", "0");
        client.put("DEBUGINFOD_PROGRESS", null);
        long began = System.nanoTime();
        try {
            Tool.Result result = Tool.run(List.of("debuginfod-find", "debuginfo", buildId), "", client,
                    Math.max(1, nanosLeft / 1_000_000_000),
                    () -> progress.accept("waiting for debuginfod, symbols of " + module));
            Path file = Path.of(result.out().strip());
            if (result.status() == 0 && Files.isRegularFile(file))
                return Optional.of(file);
            if (!result.err().contains(NOT_THERE))
                giveUp(module, result.status() < 0 ? "too slow" : reason(result.err()));
        } catch (Tool.MissingException e) {
            giveUp(module, "debuginfod-find is not installed (Debian: apt-get install debuginfod)");
        } finally {
            nanosLeft -= System.nanoTime() - began;
        }
        return Optional.empty();
    }

    private void giveUp(String module, String why) {
        nanosLeft = 0;
        notes.accept("debuginfod at " + urls().strip() + " did not give the symbols of " + module + ": " + why
                + "; it is not asked again");
    }

    /** "Server query failed: Timer expired" */
    private static String reason(String err) {
        String last = err.lines().reduce("", (a, b) -> b.isBlank() ? a : b).strip();
        return last.isEmpty() ? "no reason told" : last.substring(last.lastIndexOf(": ") + 1).strip();
    }
}
