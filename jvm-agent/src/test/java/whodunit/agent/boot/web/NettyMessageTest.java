// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NettyMessageTest {
    @ParameterizedTest
    @CsvSource({"/a/b, /a/b", "/a?b=/c, /a", "/, /", "http://host/a/b?c, /a/b", "http://host, /", "http://host?a=/b, /",
            "host:443, /", "*, /", "?, /", "/a?b=http://host/c, /a", "//a, //a"})
    void thePathInARequestsTarget(String target, String path) {
        assertThat(NettyMessage.pathOf(target)).isEqualTo(path);
    }
}
