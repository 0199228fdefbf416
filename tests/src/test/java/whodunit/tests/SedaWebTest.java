// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.sedaweb.measure.Oracle;
import whodunit.tests.run.Whodunit;

/** The SEDA web server on the drop-in, under load, with the agent: the paper's figure 10 must be true. */
class SedaWebTest {
    @TempDir
    Path directory;

    @Test
    void theWriteStageIsSplitByThePathThatLedToIt() throws Exception {
        Oracle.Split split = Oracle.measure(Whodunit.HOME.resolve("whodunit").toString(), directory, 15, 0.7, 32768);
        System.out.println(split);
        assertThat(split.samples().keySet()).contains("aSocket ReadStage", "aSocket ReadStage;httpServer 0 <port 0>",
                Oracle.CACHE,
                Oracle.FILE, Oracle.HIT, Oracle.MISS);
        assertThat(split.missPct()).as("misses' percentage of the write stage").isCloseTo(split.trueMissPct(),
                within(5.0));
    }
}
