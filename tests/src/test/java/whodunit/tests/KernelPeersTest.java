// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** More recorded processes than the kernel side may have descriptors for: each takes two. */
@Timeout(120)
@Isolated
class KernelPeersTest {
    private static final int PEERS = 60;
    private static final Path HELPER = Whodunit.LIB.resolve("whodunit-kernel");

    /** What the script counts, by its words. */
    private static Map<String, Integer> connect(int softLimit, int hardLimit) throws Exception {
        return run("peers.py", HELPER.toString(), Integer.toString(softLimit), Integer.toString(hardLimit),
                Integer.toString(PEERS));
    }

    private static Map<String, Integer> run(String script, String... arguments) throws Exception {
        assumeTrue(Files.isExecutable(HELPER), "the kernel side was not built");
        List<String> words = new ArrayList<>(List.of("/usr/bin/python3", "-B",
                Whodunit.HOME.resolve("kernel/tests/" + script).toString()));
        words.addAll(List.of(arguments));
        Finished finished = Finished.run(words);
        assumeTrue(finished.status() != 77, finished.errors());
        Map<String, Integer> counts = new HashMap<>();
        finished.checked().output().lines().map(l -> l.split(" "))
                .forEach(l -> counts.put(l[0], Integer.valueOf(l[1])));
        return counts;
    }

    @Test
    void theSoftLimitIsNone() throws Exception {
        assertThat(connect(PEERS / 2, 4 * PEERS)).containsEntry("answered", PEERS);
    }

    /** With an even and an odd number of them left: a process that is let in may find no second one. */
    @ParameterizedTest
    @ValueSource(ints = {40, 41})
    void atTheHardLimitItSleepsAndGoesOnWhenOthersHaveGone(int limit) throws Exception {
        Map<String, Integer> counts = connect(limit, limit);
        assertThat(counts.get("answered")).isLessThan(PEERS / 2);
        assertThat(counts.get("slept")).isGreaterThan(10);
        assertThat(counts).containsEntry("served", PEERS);
    }

    /** Whoever is not the helper's user leaves descriptors for others, and does not keep it from ending. */
    @Test
    void oneUserDoesNotTakeAll() throws Exception {
        Map<String, Integer> counts = run("greedy.py", HELPER.toString());
        assertThat(counts.get("greedy")).isBetween(10, 60);
        assertThat(counts).containsEntry("other", 3).containsEntry("root", 3).containsEntry("ended", 1);
    }
}
