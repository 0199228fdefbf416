// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpringPatternsTest {
    private static final Map<String, Object> HANDLERS = Map.of("/files/**", 1, "/about", 2);

    @ParameterizedTest
    @CsvSource({"/files/**, true", "/about, true", "/about/, true", "/, true", "/files/1, false", "/abou, false",
            "/files/, false"})
    void onlyWhatIsRegisteredIsAPattern(String pattern, boolean expected) {
        assertThat(SpringPatterns.isRegistered(HANDLERS, pattern)).isEqualTo(expected);
    }
}
