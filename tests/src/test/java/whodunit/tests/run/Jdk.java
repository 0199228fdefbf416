// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The JDKs that the agent is tested on. WHODUNIT_JDK25 names one that is not in its usual place. */
public final class Jdk {
    private Jdk() {}

    /** The java command of a version; without it the test is skipped and says so. */
    public static String java(int version) {
        if (Runtime.version().feature() == version)
            return Path.of(System.getProperty("java.home"), "bin/java").toString();
        String named = System.getenv("WHODUNIT_JDK" + version);
        Path java = Stream
                .of(named == null ? "" : named, "/usr/lib/jvm/temurin-" + version + "-jdk-amd64",
                        "/usr/lib/jvm/java-" + version + "-openjdk-amd64")
                .filter(d -> !d.isEmpty()).map(d -> Path.of(d, "bin/java")).filter(Files::isExecutable).findFirst()
                .orElse(null);
        assumeTrue(java != null, "no JDK " + version + " on this machine; WHODUNIT_JDK" + version + " may name one");
        return java.toString();
    }

    /** How many objects of a class a running JVM cannot do without. */
    public static long live(long pid, String type) throws Exception {
        Finished histogram = Finished.run(List.of(Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                String.valueOf(pid), "GC.class_histogram"));
        assertThat(histogram.status()).as(histogram.output() + histogram.errors()).isZero();
        return histogram.output().lines().map(line -> line.trim().split("\\s+"))
                .filter(words -> words.length > 3 && words[3].equals(type)).mapToLong(words -> Long.parseLong(words[1]))
                .sum();
    }

    /** Runs it with the agent of a directory. */
    public static Finished withAgent(int version, Path lib, Path recording, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(java(version),
                "-agentpath:" + lib.resolve("libwhodunit.so") + "=dir=" + recording + ",tier=app,interval=4ms"));
        command.addAll(List.of(arguments));
        return Finished.run(command);
    }
}
