// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.profile.format.Context;
import whodunit.profile.format.Record;
import whodunit.profile.format.Waits;

/** The vectors that the C side writes (runtime/tests/core/golden_test.c) mean the same here, to the byte. */
class GoldenVectorsTest {
    static Record read(String name) throws IOException {
        try (var in = GoldenVectorsTest.class.getResourceAsStream("/golden/" + name + ".bin")) {
            return Record.parseFrom(in);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stage", "name", "context-call-path", "context-remote", "labels", "counts", "health",
            "waits", "module"})
    void encodesToTheSameBytes(String name) throws IOException {
        try (var in = GoldenVectorsTest.class.getResourceAsStream("/golden/" + name + ".bin")) {
            byte[] bytes = in.readAllBytes();
            assertThat(Record.parseFrom(bytes).toByteArray()).isEqualTo(bytes);
        }
    }

    @Test
    void meansTheSame() throws IOException {
        var process = read("stage").getStage();
        assertThat(process.getUid()).isEqualTo(0x0123456789abcdefL);
        assertThat(process.getName()).isEqualTo("tomcat");
        assertThat(process.getStartUnixNs()).isEqualTo(1_700_000_000_000_000_000L);
        assertThat(process.getFile()).isEqualTo(3);
        assertThat(read("name").getName().getText()).isEqualTo("shop.Café.doGet:57");
        Context path = read("context-call-path").getContext();
        assertThat(path.getKind()).isEqualTo(Context.Kind.CALL_PATH);
        assertThat(path.getFramesList()).containsExactly(1, 300, 70000);
        Context remote = read("context-remote").getContext();
        assertThat(remote.getUid()).isEqualTo(0xfedcba9876543210L);
        assertThat(remote.getSynopsis()).isEqualTo(-1);
        var labels = read("labels").getLabels();
        assertThat(labels.getTidList()).containsExactly(100, 70000);
        assertThat(labels.getTimeList()).isEqualTo(List.of(0L, 4_000_017L));
        assertThat(labels.getContextList()).containsExactly(0, 5);
        assertThat(read("counts").getCounts().getEntry(1).getBytesAdded()).isEqualTo(1230);
        assertThat(read("health").getHealth().getCounter(0).getName()).isEqualTo("labels.lost");
    }

    @Test
    void waitsMeanTheSame() throws IOException {
        Waits waits = read("waits").getWaits();
        Waits.Entry woken = waits.getEntry(0);
        assertThat(List.of(woken.getWaiter(), woken.getHolder(), woken.getLock(), woken.getWaiterPath(),
                woken.getHolderPath()))
                .containsExactly(10, 11, 300, 70000, 12);
        assertThat(woken.getEnd()).isEqualTo(Waits.End.WOKEN);
        assertThat(woken.getKind()).isEqualTo(Waits.Kind.CONDITION);
        assertThat(List.of(woken.getCount(), woken.getSumNs(), woken.getMaxNs())).containsExactly(3L, 5_000_000_000L,
                4_000_000_000L);
        assertThat(woken.getLog2NsList()).hasSize(32).endsWith(2, 0, 0, 1);
        Waits.Entry timeout = waits.getEntry(1);
        assertThat(timeout.getEnd()).isEqualTo(Waits.End.TIMEOUT);
        assertThat(timeout.getKind()).isEqualTo(Waits.Kind.PARK);
        assertThat(timeout.getLog2NsList()).containsExactly(1);
    }

    @Test
    void modulesMeanTheSame() throws IOException {
        var module = read("module").getModule();
        assertThat(module.getPath()).isEqualTo("/usr/lib/café\\012.so (deleted)");
        assertThat(module.getStart()).isEqualTo(0x7ff3dd61f000L);
        assertThat(module.getEnd()).isEqualTo(0x7ff3dd775000L);
        assertThat(module.getOffset()).isEqualTo(0x26000);
        assertThat(module.getBuildId().toByteArray()).containsExactly(0, 0xab, 0xff);
    }
}
