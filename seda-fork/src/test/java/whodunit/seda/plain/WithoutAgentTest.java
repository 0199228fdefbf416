// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.plain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import whodunit.seda.Contexts;
import whodunit.seda.StagePath;

/**
 * Without the agent there are no contexts, and nothing of the agent is looked for, though its classes are on the class
 * path.
 */
class WithoutAgentTest {
    @Test
    void contextsAreOff() {
        assertThat(Contexts.ON).isFalse();
        assertThat(Contexts.current()).isZero();
        assertThat(Contexts.set(7)).isZero();
        assertThat(Contexts.current()).isZero();
        assertThat(new StagePath("S").after(7)).isZero();
    }
}
