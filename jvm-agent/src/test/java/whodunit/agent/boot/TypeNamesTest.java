// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names that several owners use. */
class TypeNamesTest {
    private final TypeNames names = new TypeNames();

    @Test
    void theFirstOwnerHasTheNameToHimselfAndTheOthersAreShown() {
        assertThat(names.of("/shop", "Start")).isEqualTo("Start");
        assertThat(names.of("/admin", "Start")).isEqualTo("Start (/admin)");
        assertThat(names.of("/stock", "Start")).isEqualTo("Start (/stock)");
        assertThat(names.of("/admin", "Users")).isEqualTo("Users");
        assertThat(names.of("/shop", "Start")).isEqualTo("Start");
    }

    @Test
    void namesWithoutEndAreNotKept() {
        names.of("/shop", "Start");
        for (int i = 1; i < TypeNames.LIMIT; i++)
            assertThat(names.of("/shop", "Page" + i)).isEqualTo("Page" + i);
        assertThat(names.of("/shop", "One more")).isEqualTo("One more (/shop)");
        assertThat(names.of("/shop", "Start")).isEqualTo("Start");
        assertThat(names.of("/admin", "Start")).isEqualTo("Start (/admin)");
    }
}
