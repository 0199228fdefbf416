// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.socket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** This process's open sockets. */
final class Descriptors {
    private Descriptors() {}

    static long sockets() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(Descriptors::isSocket).count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isSocket(Path fd) {
        try {
            return Files.readSymbolicLink(fd).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed this moment
        }
    }
}
