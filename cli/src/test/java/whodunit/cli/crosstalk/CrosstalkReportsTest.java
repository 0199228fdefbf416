// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.crosstalk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.cli.Golden;
import whodunit.profile.Context;
import whodunit.profile.LockWait;
import whodunit.profile.Profile;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.crosstalk.Crosstalk;

/** Every format of the matrix, on two tiers whose waits are known. */
class CrosstalkReportsTest {
    private final TwoTierRecording tiers = new TwoTierRecording().withWaits();

    private Crosstalk crosstalk() {
        return new Crosstalk(Profile.stitch(List.of(tiers.web, tiers.db)));
    }

    private byte[] text(boolean sites) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CrosstalkText.write(crosstalk(), sites, out);
        return out.toByteArray();
    }

    @Test
    void text() throws IOException {
        Golden.check("crosstalk.txt", text(false));
    }

    @Test
    void textWithSites() throws IOException {
        Golden.check("crosstalk-sites.txt", text(true));
    }

    @Test
    void json() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CrosstalkJson.write(crosstalk(), out);
        Golden.check("crosstalk.json", out.toByteArray());
    }

    @Test
    void csv() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CrosstalkCsv.write(crosstalk(), out);
        Golden.check("crosstalk.csv", out.toByteArray());
    }

    /** As many types as the bookstore has and long names: the matrix stays within a terminal. */
    @Test
    void nothingIsWiderThanATerminal() {
        for (int i = 0; i < 30; i++) {
            TwoTierRecording.context(tiers.web, 100 + i, 0, Context.Kind.TRANSACTION,
                    "com.example.a.rather.long.package.Interaction" + i + ".doGet");
            TwoTierRecording.remote(tiers.db, 200 + i, TwoTierRecording.WEB, 100 + i);
        }
        for (int i = 0; i < 30; i++)
            for (int j = 0; j < 30; j++)
                tiers.wait(new LockWait(200 + i, 200 + j, LockWait.End.WOKEN, LockWait.Kind.CONDITION, "", 20, 21),
                        1_000_000_000L * (i + 1), j + 1);
        String text = new String(text(false), StandardCharsets.UTF_8);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
        assertThat(text).contains("others").contains("AA  ").contains("more pairs");
    }
}
