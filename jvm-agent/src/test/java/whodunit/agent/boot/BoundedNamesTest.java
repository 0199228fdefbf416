// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedNamesTest {
    @Test
    void theFirstAreKnownForGoodAndNoMoreThanThese() {
        BoundedNames names = new BoundedNames();
        for (int i = 0; i < 256; i++)
            assertThat(names.admit("queue " + i)).isTrue();
        assertThat(names.admit("one more")).isFalse();
        assertThat(names.admit("queue 0")).isTrue();
        assertThat(names.admit("queue 255")).isTrue();
    }
}
