// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The demo, run as its launcher's command runs it, but without building first.
 *
 * @param out where it left recording and report
 */
public record Demo(Path out) {
    /** A small shop for a few seconds. */
    public static Demo run(Path directory) throws IOException, InterruptedException {
        Path out = directory.resolve("demo");
        Finished.run(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                        Whodunit.HOME.resolve("benchmarks/tpcw/target/whodunit-tpcw.jar").toString(),
                        "whodunit.tpcw.demo.Demo", "--items", "1000", "--seconds", "2", "--out", out.toString()),
                Whodunit.HOME).checked();
        return new Demo(out);
    }

    public Path recording() {
        return out.resolve("recording");
    }

    public Path page() {
        return out.resolve("report.html");
    }
}
