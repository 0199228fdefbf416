// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory with all that is in it. */
public final class DirectoryTree {
    private DirectoryTree() {}

    /** Removes it, if it is there. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory))
            return;
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // something else was removing it, too
        }
        for (Path path : all)
            Files.deleteIfExists(path);
    }

    /** Removes what an interrupted run would leave; by then its servers are stopping too, so it tries for a while. */
    public static void deleteAtExit(Path directory) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            for (int attempt = 0; attempt < 100; attempt++)
                try {
                    delete(directory);
                    Thread.sleep(100);
                    if (!Files.exists(directory))
                        return;
                } catch (IOException e) {
                    // a server was still writing
                } catch (InterruptedException e) {
                    return;
                }
        }, "remove " + directory.getFileName()));
    }
}
