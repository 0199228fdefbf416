// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FollowedCallTest {
    private static final Pattern DEFINED = Pattern.compile("(?m)^static .*\\b(told_\\w+)\\(");

    @ParameterizedTest
    @CsvSource({"told_send, send", "told_write.lto_priv.0, write", "told_tale, told_tale", "told_, told_",
            "send, send", "untold_send, untold_send"})
    void aCallIsCalledAsTheProgramCallsIt(String function, String name) {
        assertThat(FollowedCall.named(function)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sockets", "unseen", "tls", "futex"})
    void allThatTheRecorderHasAreKnown(String file) throws IOException {
        String source = Files.readString(Path.of("../runtime/src/wrap", file + ".c"));
        assertThat(DEFINED.matcher(source).results().map(m -> m.group(1))).isNotEmpty()
                .allSatisfy(f -> assertThat(FollowedCall.named(f)).isEqualTo(f.substring("told_".length())));
    }
}
