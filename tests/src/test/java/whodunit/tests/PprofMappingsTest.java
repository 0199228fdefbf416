// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.Program;
import whodunit.profile.export.PprofTool;
import whodunit.tests.run.Finished;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/** What Google's pprof says of a recorded server's files is what the files say of themselves. */
class PprofMappingsTest {
    private static final Pattern MAPPING = Pattern
            .compile("(?m)^(\\d+): 0x([0-9a-f]+)/0x([0-9a-f]+)/0x[0-9a-f]+ (/\\S+) ([0-9a-f]+) +\\[FN]$");

    @TempDir
    private Path directory;
    private Path recording;

    @BeforeEach
    void record() throws Exception {
        recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"))) {
            db.execute("SELECT BENCHMARK(1000000, SHA2('x', 512))");
            assertThat(db.server.terminate()).isZero();
        }
    }

    private static String buildId(String file) throws Exception {
        Matcher m = Pattern.compile("Build ID: ([0-9a-f]+)")
                .matcher(Finished.run(List.of("readelf", "-n", file)).checked().output());
        assertThat(m.find()).as(file).isTrue();
        return m.group(1);
    }

    @Test
    void filesAndBuildIdsAreTheServers() throws Exception {
        Path profile = Whodunit.pprof(recording, directory);
        String raw = PprofTool.run(profile, "-raw");
        Map<String, String> files = new LinkedHashMap<>();
        Matcher m = MAPPING.matcher(raw);
        while (m.find()) {
            files.put(m.group(4), m.group(1));
            assertThat(m.group(5)).as(m.group(4)).isEqualTo(buildId(m.group(4)));
            assertThat(Long.parseLong(m.group(2), 16)).isPositive().isLessThan(Long.parseLong(m.group(3), 16));
        }
        String server = Path.of(Program.find("mariadbd")).toRealPath().toString();
        assertThat(files).containsEntry(server, "1"); // the first is the main program
        assertThat(files.keySet()).anyMatch(f -> f.endsWith("/libc.so.6"));
        assertThat(raw).containsPattern("(?m)^ +\\d+: 0x0 M=1 do_command :")
                .containsPattern("(?m)^ +\\d+: 0x0 \\[db] :");

        long samples = 0;
        for (Matcher s = Pattern.compile("(?m)^ +(\\d+) +\\d+: [\\d ]+$").matcher(raw); s.find();)
            samples += Long.parseLong(s.group(1));
        assertThat(samples).isEqualTo(new Report(Whodunit.report(recording)).process("db").get("samples").getAsLong());
        assertThat(PprofTool.run(profile, "-top", "-cum", "-tagroot=txn")).contains("Build ID: " + buildId(server))
                .contains("(background thread)");
    }
}
