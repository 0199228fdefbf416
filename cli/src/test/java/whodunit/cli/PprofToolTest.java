// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Profile;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.export.Pprof;
import whodunit.profile.export.PprofTool;

/** Google's pprof reads what we write for it, and groups by transaction. */
class PprofToolTest {
    @TempDir
    private Path directory;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        TwoTierRecording tiers = new TwoTierRecording();
        file = directory.resolve("profile.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            new Pprof().write(Profile.stitch(List.of(tiers.web, tiers.db)), out);
        }
    }

    @Test
    void totalsByTransactionAndTier() throws IOException {
        Map<String, Long> found = new TreeMap<>();
        Matcher m = Pattern.compile(
                "(?m)^ +(\\d+) +(\\d+): [\\d ]*\\R +process:\\[.*] stage:\\[.*] tier:\\[(.*)] txn:\\[(.*)]")
                .matcher(PprofTool.run(file, "-raw"));
        while (m.find()) {
            found.merge(m.group(4) + "," + m.group(3), Long.parseLong(m.group(1)), Long::sum);
            assertThat(Long.parseLong(m.group(2))).isEqualTo(Long.parseLong(m.group(1)) * 4_000_000);
        }
        assertThat(found).isEqualTo(
                Map.of("Best,web", 5L, "Home,web", 15L, "Best,db", 60L, "Home,db", 20L, "(background thread),db", 20L));
    }

    @Test
    void groupsByTransaction() throws IOException {
        String top = PprofTool.run(file, "-top", "-cum", "-tagroot=txn", "-unit=ms");
        assertThat(top).containsPattern("260ms 54.17% +Best").containsPattern("140ms 29.17% +Home")
                .containsPattern("240ms +50.00% .*filesort");
    }
}
