// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.cli.Golden;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.diff.Diff;

class DiffReportsTest {
    private final Diff diff = diff();

    private static Diff diff() {
        TwoTierRecording before = new TwoTierRecording(), after = new TwoTierRecording();
        after.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "filesort"), 30);
        after.db.add(new RecordedProcess.Label.Of(11), TwoTierRecording.nativeStack("start_thread", "handle_query",
                "\u001b[31ma_function_whose_name_is_longer_than_its_column"), 2);
        return new Diff(Profile.stitch(List.of(before.web, before.db)), Profile.stitch(List.of(after.web, after.db)));
    }

    @Test
    void text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DiffText.write(diff, 15, false, out);
        Golden.check("diff.txt", out.toByteArray());
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).allMatch(line -> line.length() <= 80)
                .noneMatch(line -> line.contains("\u001b"));
    }

    @Test
    void onlyATerminalSeesColours() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DiffText.write(diff, 15, true, out);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\u001b[31m  +12.000\u001b[0m");
    }

    @Test
    void csv() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DiffCsv.write(diff, out);
        Golden.check("diff.csv", out.toByteArray());
    }

    @Test
    void json() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DiffJson.write(diff, out);
        Golden.check("diff.json", out.toByteArray());
    }
}
