// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Servers that run together, and the directory with their files. Closing it, or the end of the JVM, stops the one that
 * was started last first, then those before it, and removes the files.
 */
public final class Deployment implements AutoCloseable {
    private final Path directory;
    private final boolean keep;
    private final Deque<AutoCloseable> servers = new ArrayDeque<>();
    private final Thread hook = new Thread(this::stop, "stop servers");
    private boolean stopped;

    /** @param keep whether the files stay */
    public Deployment(Path directory, boolean keep) {
        this.directory = directory;
        this.keep = keep;
        if (!keep)
            DirectoryTree.deleteAtExit(directory);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public Path directory() {
        return directory;
    }

    /** @return the server, which is stopped at once if all others have been already */
    public synchronized <T extends AutoCloseable> T add(T server) {
        if (stopped)
            close(server);
        else
            servers.push(server);
        return server;
    }

    private synchronized void stop() {
        if (stopped)
            return;
        stopped = true;
        servers.forEach(Deployment::close);
        try {
            if (keep)
                System.err.println("kept: " + directory);
            else
                DirectoryTree.delete(directory);
        } catch (IOException e) {
            System.err.println("cannot remove " + directory + ": " + e);
        }
    }

    private static void close(AutoCloseable server) {
        try {
            server.close();
        } catch (Exception e) {
            System.err.println("cannot stop " + server + ": " + e);
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the JVM is going down, the hook has done it
        }
    }
}
