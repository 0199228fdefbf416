// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** {@code record} itself runs in a container: the kernel numbers its processes as they are numbered outside. */
@Timeout(120)
@Isolated
class KernelContainerTest {
    private static final String GRAPHS = Whodunit.HOME.resolve("build/kernel/graphs").toString();

    @TempDir
    private Path recording;

    /** A shell's command, which records "$@". */
    private JsonObject waits(String shell, String by, String... program) throws Exception {
        List<String> words = new ArrayList<>(List.of("sh", "-c", shell, "sh", "unshare", "--pid", "--fork",
                "--kill-child", "--mount-proc"));
        words.addAll(Whodunit.record(recording, "mytier", "--waits", "on"));
        words.addAll(List.of(program));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("unshare failed") && !finished.errors().contains("no --waits"),
                finished.errors());
        finished.checked();
        return Whodunit.waits(recording, by);
    }

    @Test
    void threadsHaveTheirTier() throws Exception {
        assertThat(waits("exec \"$@\"", "tier", GRAPHS, "pipeline", "2", "sleep").getAsJsonArray("vertices").toString())
                .contains("\"mytier\"");
    }

    @Test
    void stacksHaveTheirNames() throws Exception {
        assertThat(waits("exec \"$@\"", "thread", GRAPHS, "pipeline", "2", "sleep").getAsJsonArray("edges").toString())
                .contains("pipeline_read").contains("pipeline_convert");
    }

    /** As a container's root may have it: another user's process cannot be looked into. */
    @Test
    void namesThatCannotBeLookedUpAreTold() throws Exception {
        Files.setPosixFilePermissions(recording, PosixFilePermissions.fromString("rwxrwxrwx"));
        List<String> words = new ArrayList<>(List.of("setpriv", "--bounding-set=-sys_ptrace"));
        words.addAll(Whodunit.record(recording, "mytier", "--waits", "on"));
        words.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "perl", "-e",
                "select(undef, undef, undef, 0.01) for 1 .. 100"));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("setpriv:") && !finished.errors().contains("no --waits"),
                finished.errors());
        assertThat(Finished.run(List.of(Whodunit.HOME.resolve("whodunit").toString(), "waits", recording.toString()))
                .checked().errors()).contains("CAP_SYS_PTRACE");
    }

    /** The helper cannot look into who is outside. */
    @Test
    void whoWakesFromOutsideHasItsName() throws Exception {
        String outside = "perl -e '$| = 1; $0 = \"outsider\"; for (1 .. 200) { select(undef, undef, undef, 0.01);"
                + " print \"x\" }' | \"$@\"";
        assertThat(waits(outside, "thread", "cat").getAsJsonArray("edges").toString())
                .contains("(not recorded) outsider");
    }
}
