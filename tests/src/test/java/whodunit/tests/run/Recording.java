// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of a recording directory. */
public final class Recording {
    private Recording() {}

    /** The tier's finished files, by name. */
    public static List<Path> finished(Path directory, String tier) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.getFileName().toString().matches(tier + "-\\d+-[0-9a-f]{16}-\\d+\\.jfr"))
                    .sorted().toList();
        }
    }

    /** Waits until the tier has finished so many more files than it has now. */
    public static void awaitFinished(Path directory, String tier, int more) throws IOException, InterruptedException {
        int goal = finished(directory, tier).size() + more;
        while (finished(directory, tier).size() < goal) // the test's time limit ends this
            Thread.sleep(100);
    }
}
