// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.plain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Files below a directory, with those that were asked for last in memory, as far as they fit. For one thread. */
final class FilePages {
    private final Path root;
    private final long capacity;
    private final Map<String, byte[]> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long size;

    /** @param capacity bytes */
    FilePages(Path root, long capacity) {
        this.root = root;
        this.capacity = capacity;
    }

    /** @return null if there is no such file */
    byte[] get(String url) throws IOException {
        byte[] known = pages.get(url);
        return known != null || url.contains("..") ? known : read(url);
    }

    private byte[] read(String url) throws IOException {
        byte[] page;
        try {
            page = Files.readAllBytes(Path.of(root + url));
        } catch (NoSuchFileException e) {
            return null;
        }
        pages.put(url, page);
        size += page.length;
        for (Iterator<byte[]> eldest = pages.values().iterator(); size > capacity && eldest.hasNext();) {
            size -= eldest.next().length;
            eldest.remove();
        }
        return page;
    }
}
