// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

/** A directory that is dear to make, such as a populated database's: made once, and kept for the runs that follow. */
public final class PreparedDirectory {
    private PreparedDirectory() {}

    /** Makes the directory, whose parent is there and may be used for whatever else the making needs. */
    public interface Making {
        void make(Path directory) throws IOException, InterruptedException, SQLException;
    }

    /**
     * It, made now if there is none yet. Who comes while another process makes it waits, and takes that one.
     *
     * @param key names it in the cache
     */
    public static Path get(Path cache, String key, Making making)
            throws IOException, InterruptedException, SQLException {
        Path prepared = cache.resolve(key);
        if (!Files.isDirectory(prepared))
            try (FileChannel lock = FileChannel.open(Files.createDirectories(cache).resolve(key + ".lock"),
                    StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (lock.tryLock() == null) { // until it is closed, or this process is gone
                    System.err.println("waiting for another run, which populates the database");
                    lock.lock();
                }
                if (!Files.isDirectory(prepared))
                    make(prepared, making);
            }
        return prepared;
    }

    private static void make(Path prepared, Making making) throws IOException, InterruptedException, SQLException {
        Path fresh = Files.createTempDirectory(prepared.getParent(), "populating");
        DirectoryTree.deleteAtExit(fresh);
        Path made = fresh.resolve("data");
        making.make(made);
        Files.move(made, prepared);
        DirectoryTree.delete(fresh);
    }
}
