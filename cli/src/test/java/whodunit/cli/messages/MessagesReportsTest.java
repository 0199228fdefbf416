// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.cli.Golden;
import whodunit.profile.Context;
import whodunit.profile.Message;
import whodunit.profile.Profile;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.message.Messages;

/** Every format, on two tiers whose messages are known. */
class MessagesReportsTest {
    private final TwoTierRecording tiers = new TwoTierRecording().withMessages();

    private Messages messages() {
        return new Messages(Profile.stitch(List.of(tiers.web, tiers.db)));
    }

    private byte[] text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MessagesText.write(messages(), out);
        return out.toByteArray();
    }

    @Test
    void isAsExpected() throws IOException {
        Golden.check("messages.txt", text());
        ByteArrayOutputStream json = new ByteArrayOutputStream(), csv = new ByteArrayOutputStream();
        MessagesJson.write(messages(), json);
        Golden.check("messages.json", json.toByteArray());
        MessagesCsv.write(messages(), csv);
        Golden.check("messages.csv", csv.toByteArray());
    }

    /** Long and hostile names, and counts as large as the format has. */
    @Test
    void nothingIsWiderThanATerminal() {
        for (int i = 0; i < 30; i++) {
            TwoTierRecording.context(tiers.web, 100 + i, 0, Context.Kind.TRANSACTION,
                    "GET /a/rather/long/path\u001b[31m\n/to/" + "x".repeat(i * 10));
            TwoTierRecording.message(tiers.web, Message.Kind.BEGUN, 100 + i, 0, "", "/run/" + "s".repeat(200), true,
                    Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        String text = new String(text(), StandardCharsets.UTF_8);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
        assertThat(text).contains("and 10 more").contains("9.2E").doesNotContain("\u001b");
    }
}
