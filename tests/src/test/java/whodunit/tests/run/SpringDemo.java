// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code demo --spring}, run as its launcher's command runs it, but without building first. */
public final class SpringDemo {
    public static final String MAIN = "whodunit.springshop.demo.SpringDemo";

    private SpringDemo() {}

    public static String classPath() {
        return JavaApp.classPath("benchmarks/spring-shop");
    }

    /** Runs it for a few seconds; returns its recording. */
    public static Path run(Path directory, String... options) throws IOException, InterruptedException {
        Path out = directory.resolve("demo");
        List<String> command = new ArrayList<>(
                List.of(Jdk.java(17), "-cp", classPath(), MAIN, "--seconds", "3", "--out", out.toString()));
        command.addAll(List.of(options));
        Finished.run(command, Whodunit.HOME).checked();
        return out.resolve("recording");
    }
}
