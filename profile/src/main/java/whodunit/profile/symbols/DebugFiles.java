// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds files of this machine by the build that they are of. elfutils reads them. */
final class DebugFiles {
    /** elfutils would ask the servers by itself, for as long as it takes. */
    static final Map<String, String> LOCAL_ONLY = Collections.singletonMap("DEBUGINFOD_URLS", null);

    private static final Path SYSTEM = Path.of("/usr/lib/debug");
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    private static final long LIMIT_SECONDS = 120;
    /** Files that one process is asked about. */
    private static final int BATCH = 200;

    /**
     * What elfutils says of a file: its build, empty if it tells none, and whether there is debug information for it.
     */
    record Description(String buildId, boolean hasDebugInfo) {
        private static final Description NONE = new Description("", false);
    }

    private final List<Path> directories;
    private Map<String, List<Path>> byBuildId;

    /** @param directories the user's, which come before the machine's own */
    DebugFiles(List<Path> directories) {
        this.directories = directories;
    }

    /** Those of the user's directories that are of the build. */
    List<Path> brought(String buildId) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : directories) {
            Path debug = byId(directory, buildId);
            if (describe(debug).buildId().equals(buildId))
                found.add(debug);
        }
        if (!found.isEmpty())
            return found;
        if (byBuildId == null)
            byBuildId = index();
        return byBuildId.getOrDefault(buildId, List.of());
    }

    /** The machine's debug file of the build, whether there is one or not. */
    static Path installed(String buildId) {
        return byId(SYSTEM, buildId);
    }

    private static Path byId(Path directory, String buildId) {
        return directory.resolve(".build-id").resolve(buildId.substring(0, 2))
                .resolve(buildId.substring(2) + ".debug");
    }

    /** Describes the file, or the debug file that belongs to it by build-id or by .gnu_debuglink and checksum. */
    static Description describe(Path file) throws IOException {
        if (!isElf(file))
            return Description.NONE;
        String path = file.toAbsolutePath().toString();
        String line = Tool.run(List.of("eu-unstrip", "-n", "-e", path), "", LOCAL_ONLY, LIMIT_SECONDS).out();
        String[] fields = line.split(" ", 3); // range, build-id@address, file and debug file
        if (fields.length < 3)
            return Description.NONE;
        String buildId = fields[1].equals("-") ? "" : fields[1].substring(0, (fields[1] + "@").indexOf('@'));
        return new Description(buildId, !fields[2].startsWith(path + " - "));
    }

    private Map<String, List<Path>> index() throws IOException {
        Map<String, List<Path>> index = new HashMap<>();
        List<Path> files = new ArrayList<>();
        for (Path directory : directories)
            try (Stream<Path> all = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
                all.filter(DebugFiles::isElf).map(Path::toAbsolutePath).forEach(files::add);
            } catch (UncheckedIOException e) { // of a directory below
                throw e.getCause();
            }
        for (int i = 0; i < files.size(); i += BATCH)
            readBuildIds(files.subList(i, Math.min(files.size(), i + BATCH)), index);
        return index;
    }

    /** Of several files, each one's notes come after a line with its name. */
    private static void readBuildIds(List<Path> files, Map<String, List<Path>> index) throws IOException {
        List<String> command = new ArrayList<>(List.of("eu-readelf", "-n"));
        Map<String, Path> headings = files.stream().collect(Collectors.toMap(f -> f + ":", f -> f, (a, b) -> a));
        files.forEach(f -> command.add(f.toString()));
        Path current = files.size() == 1 ? files.get(0) : null;
        for (String line : Tool.run(command, "", LOCAL_ONLY, LIMIT_SECONDS).out().lines().toList()) {
            String note = line.strip();
            if (headings.containsKey(line))
                current = headings.get(line);
            else if (current != null && note.startsWith("Build ID: ")) {
                index.computeIfAbsent(note.substring("Build ID: ".length()), k -> new ArrayList<>()).add(current);
                current = null;
            }
        }
    }

    private static boolean isElf(Path file) {
        if (!Files.isRegularFile(file))
            return false;
        try (InputStream in = Files.newInputStream(file)) {
            return java.util.Arrays.equals(in.readNBytes(ELF.length), ELF);
        } catch (IOException e) {
            return false;
        }
    }
}
