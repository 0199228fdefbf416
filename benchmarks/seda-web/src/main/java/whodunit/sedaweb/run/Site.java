// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.run;

import java.io.IOException;
import java.nio.file.Path;
import whodunit.harness.DirectoryTree;
import whodunit.sedaweb.load.Pages;

/** A directory with pages to serve; it is gone when it is closed, or the JVM ends. */
public final class Site implements AutoCloseable {
    private final Path directory;
    private final Pages pages;

    public Site(Path directory, Pages pages) throws IOException {
        this.directory = directory;
        this.pages = pages;
        DirectoryTree.deleteAtExit(directory);
        pages.create(directory.resolve("site"));
    }

    /** The web server's, for these pages. */
    public String[] arguments() {
        return new String[] {"--root", directory.resolve("site").toString(), "--cache",
                Long.toString(pages.cacheSize())};
    }

    @Override
    public void close() throws IOException {
        DirectoryTree.delete(directory);
    }
}
