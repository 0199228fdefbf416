// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/**
 * The kernel side, which is root's, serves every user. It sends signals to nobody, and looks into nobody, for a user
 * who may not do so himself; his own processes are recorded, whatever they do on their way.
 */
@Timeout(120)
@Isolated
class KernelStrangersTest {
    private static final Path HELPER = Whodunit.LIB.resolve("whodunit-kernel");
    private static final int REFUSED = 13; // EACCES

    @TempDir
    private static Path directory;

    @Test
    void aUserHasOnlyHisOwnProcessesRecorded() throws Exception {
        assumeTrue(Files.isExecutable(HELPER), "the kernel side was not built");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path setId = Files.copy(Whodunit.HOME.resolve("build/kernel/set_id"), directory.resolve("set_id"));
        Finished.run(List.of("chmod", "4755", setId.toString())).checked();
        Finished finished = Finished.run(List.of("/usr/bin/python3", "-B",
                Whodunit.HOME.resolve("kernel/tests/strangers.py").toString(), HELPER.toString(), setId.toString()));
        assumeTrue(finished.status() != 77, finished.errors());
        Map<String, Integer> found = new LinkedHashMap<>();
        finished.checked().output().lines().map(l -> l.split(" "))
                .forEach(l -> found.put(l[0], Integer.valueOf(l[1])));
        assertThat(found).hasSize(18);
        found.forEach((what, number) -> {
            if (what.endsWith("-status") || what.matches("[a-z_]+"))
                assertThat(number).as(what).isZero();
            else // the connection of a process that is gone may be ended
                assertThat(number).as(what).isIn(REFUSED, -1);
        });
    }
}
