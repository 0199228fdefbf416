// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the servers of a run record, in a directory that the user has named. */
public final class RecordingDirectory {
    /** tier-pid-uid-number, see docs/architecture.md, and the kernel side's intervals */
    private static final Pattern OURS = Pattern
            .compile(".+-\\d+-[0-9a-f]{16}-\\d+\\.jfr(\\.part)?|kernel-\\d+(-\\w+)?\\.waits");

    private RecordingDirectory() {}

    /**
     * Makes it, or removes the recording of an earlier run from it. Whatever else is there is not ours.
     *
     * @throws IOException also if there is another recording in a directory below
     */
    public static void prepare(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<Path> recorded;
        try (Stream<Path> all = Files.walk(directory)) {
            recorded = all.filter(file -> OURS.matcher(file.getFileName().toString()).matches()).toList();
        }
        for (Path file : recorded)
            if (!file.getParent().equals(directory))
                throw new IOException(
                        directory + " holds another recording, which would be read with the new one: " + file
                                + "; move it, or choose another directory");
        for (Path file : recorded)
            Files.delete(file);
    }

    /**
     * Where servers that we start as root, but whose workers become another user, can record instead: what is above a
     * user's directory need not be open to others. Gone when this process ends.
     *
     * @param directory taken as it is if we are not root
     */
    public static Path forAllUsers(Path directory) throws IOException, InterruptedException {
        if (!System.getProperty("user.name").equals("root"))
            return directory;
        Path open = Files.createTempDirectory("whodunit-recording");
        DirectoryTree.deleteAtExit(open);
        Program.run(List.of("chmod", "1777", open.toString()), open);
        return open;
    }

    /** Moves a recording that is finished. */
    public static void move(Path from, Path to) throws IOException, InterruptedException {
        List<String> files;
        try (Stream<Path> all = Files.list(from)) {
            files = all.filter(file -> OURS.matcher(file.getFileName().toString()).matches()).map(Path::toString)
                    .toList();
        }
        if (from.equals(to) || files.isEmpty())
            return;
        List<String> command = new ArrayList<>(List.of("mv"));
        command.addAll(files);
        command.add(to.toString());
        Program.run(command, from);
    }
}
