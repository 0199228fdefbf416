package whodunit.harness;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the servers of a run record, in a directory that the user has named. */
public final class RecordingDirectory {
    private RecordingDirectory() {}

    /** Makes it, or removes the recording of an earlier run from it. Whatever else is there is not ours. */
    public static void prepare(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (DirectoryStream<Path> recorded = Files.newDirectoryStream(directory, "*.{jfr,jfr.part}")) {
            for (Path file : recorded)
                Files.delete(file);
        }
    }
}
