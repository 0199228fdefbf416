// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Regular files below a directory. Links to directories are not followed, but for the first one. */
public final class FilesBelow {
    private FilesBelow() {}

    /**
     * What a path stands for that was given: itself, or the files below a directory. A pipe or a device is refused,
     * which would never answer, or never end.
     */
    public static List<Path> ofGiven(Path path, Predicate<Path> wanted, BiConsumer<Path, IOException> refused)
            throws IOException {
        if (Files.isDirectory(path))
            return of(path, wanted, refused);
        if (!Files.exists(path) || Files.isRegularFile(path))
            return List.of(path);
        refused.accept(path, new IOException("it is neither a file nor a directory; write what comes from it into a "
                + "file, and give that"));
        return List.of();
    }

    /**
     * In the order of their paths.
     *
     * @param refused is told what cannot be looked at, which hides nothing else
     */
    public static List<Path> of(Path directory, Predicate<Path> wanted, BiConsumer<Path, IOException> refused)
            throws IOException {
        List<Path> found = new ArrayList<>();
        Path start = Files.isSymbolicLink(directory) ? directory.toRealPath() : directory;
        Files.walkFileTree(start, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (wanted.test(file) && Files.isRegularFile(file))
                    found.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException why) {
                refused.accept(file, why);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path finished, IOException why) {
                if (why != null)
                    refused.accept(finished, why);
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(found);
        return found;
    }
}
