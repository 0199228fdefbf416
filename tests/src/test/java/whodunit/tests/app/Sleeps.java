// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: sleeps under a transaction, and says for how many ms, and for how many more it was not
 * running at most: in calls in which its thread was made to stop as well.
 */
public final class Sleeps {
    private Sleeps() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        while (!isRecorded())
            Thread.sleep(20);
        timesPutOff(); // its classes are loaded
        int before = Whodunit.begin("Sleeping");
        long waited = 0, unknown = 0;
        for (int i = 0; i < 30; i++) {
            long putOff = timesPutOff();
            long length = sleep();
            if (timesPutOff() == putOff)
                waited += length;
            else
                unknown += length;
        }
        Whodunit.end(before);
        System.out.println(waited / 1e6 + " " + unknown / 1e6);
    }

    /** The kernel side knows the process before the recorder ends its first file; the next one is longer. */
    private static boolean isRecorded() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getenv("WHODUNIT_DIR")))) {
            return files.anyMatch(f -> f.toString().endsWith("-0.jfr"));
        }
    }

    private static long timesPutOff() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/thread-self/status"))) {
            return lines.filter(l -> l.startsWith("nonvoluntary_ctxt_switches:"))
                    .mapToLong(l -> Long.parseLong(l.substring(l.indexOf(':') + 1).strip())).sum();
        }
    }

    private static long sleep() throws InterruptedException {
        long began = System.nanoTime();
        Thread.sleep(20);
        return System.nanoTime() - began;
    }
}
