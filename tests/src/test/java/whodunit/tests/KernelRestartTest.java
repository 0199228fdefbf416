// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** A container that is started again: the process has the same number, and the directory what was there before. */
@Timeout(120)
@Isolated
class KernelRestartTest {
    @TempDir
    private static Path recording;

    private static Finished inContainer(String... program) throws Exception {
        List<String> words = new ArrayList<>(List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc"));
        words.addAll(Whodunit.record(recording, "app", "--engine", "kernel", "--waits", "on"));
        words.addAll(List.of(program));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("unshare failed"), finished.errors());
        return finished;
    }

    @Test
    void itIsRecordedAsBefore() throws Exception {
        Finished first = inContainer("sh", "-c", "kill -9 $$");
        assumeTrue(first.errors().isEmpty(), first.errors());
        Finished second = inContainer("sleep", "0.5").checked();
        assertThat(second.errors()).isEmpty();
        assertThat(recording.toFile().list()).filteredOn(n -> n.endsWith(".waits")).hasSize(2);
    }
}
