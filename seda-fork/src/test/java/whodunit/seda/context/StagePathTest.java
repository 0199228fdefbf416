// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import whodunit.agent.api.Whodunit;
import whodunit.seda.StagePath;

/** Paths of stages: append, collapse, prune; and what is kept of them. */
class StagePathTest {
    @Test
    void aStageIsAppended() {
        int a = new StagePath("A").after(0);
        int ab = new StagePath("B").after(a);
        assertThat(a).isNotZero().isEqualTo(Paths.of("A"));
        assertThat(ab).isNotEqualTo(a).isEqualTo(Paths.of("A", "B"));
        assertThat(new StagePath("C").after(ab)).isNotEqualTo(new StagePath("C").after(a));
    }

    @Test
    void aChainThroughOneStageCollapsesAndALoopIsPruned() {
        int abc = Paths.of("A", "B", "C");
        assertThat(new StagePath("C").after(abc)).as("collapsed").isEqualTo(abc);
        assertThat(new StagePath("B").after(abc)).as("pruned").isEqualTo(Paths.of("A", "B"));
        assertThat(new StagePath("A").after(abc)).isEqualTo(Paths.of("A"));
    }

    @Test
    void stagesBeforeATransactionAreAnotherRun() {
        int t = Paths.transaction("T");
        int ta = new StagePath("A").after(t);
        assertThat(ta).isNotEqualTo(Paths.of("A"));
        assertThat(new StagePath("A").after(ta)).isEqualTo(ta);
    }

    /** Many more contexts than are kept: what is asked for each time is right as well. */
    @Test
    void whatIsKeptIsRight() {
        StagePath stage = new StagePath("S");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 6000; i++) {
                int context = Paths.of("stage " + i % 5000);
                assertThat(stage.after(context)).isEqualTo(Whodunit.stage(context, "S"));
            }
        }
    }
}
