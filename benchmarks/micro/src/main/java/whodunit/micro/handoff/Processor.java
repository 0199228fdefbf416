// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a thread runs. */
final class Processor {
    private Processor() {}

    /** Keeps the calling thread on that processor, a number as for taskset. */
    static void stayOn(String number) {
        try {
            String thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
            Process taskset = new ProcessBuilder("taskset", "-p", "-c", number, thread)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (taskset.waitFor() != 0)
                throw new IllegalStateException("taskset failed");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
