// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.cli.Golden;
import whodunit.cli.html.HtmlReport;
import whodunit.cli.html.PageReader;
import whodunit.profile.Profile;
import whodunit.profile.TwoTierRecording;

/** Every format of the report on two tiers whose samples and waits are known. */
class ReportsTest {
    private final TwoTierRecording tiers = new TwoTierRecording().withWaits();
    private final Profile profile = Profile.stitch(List.of(tiers.web, tiers.db));

    private byte[] write(Report report) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        report.write(profile, out);
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction", "tier", "context"})
    void text(String by) throws IOException {
        Golden.check("tiers-" + by + ".txt", write(new TextReport(by)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction", "tier", "context"})
    void json(String by) throws IOException {
        Golden.check("tiers-" + by + ".json", write(new JsonReport(by)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction", "tier", "context"})
    void csv(String by) throws IOException {
        Golden.check("tiers-" + by + ".csv", write(new CsvReport(by)));
    }

    @Test
    void theHtmlPageHasTheRowsThatWereAskedFor() throws IOException {
        assertThat(data(new HtmlReport("transaction")).has("rows")).isFalse();
        assertThat(data(new HtmlReport("tier")).getAsJsonArray("rows").get(0).getAsJsonObject().has("context"))
                .isFalse();
        assertThat(data(new HtmlReport("context")).getAsJsonArray("rows").get(0).getAsJsonObject().has("context"))
                .isTrue();
    }

    private JsonObject data(Report html) throws IOException {
        return PageReader.data(new String(write(html), StandardCharsets.UTF_8)).getAsJsonObject("report");
    }

    @Test
    void namesFromTrafficCannotDriveATerminalOrBreakALine() throws IOException {
        TwoTierRecording.context(tiers.web, 2, 0, whodunit.profile.Context.Kind.TRANSACTION, "\u001b[31mBest\n");
        Profile hostile = Profile.stitch(List.of(tiers.web, tiers.db));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TextReport("transaction").write(hostile, out);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("?[31mBest?").doesNotContain("\u001b");
    }
}
