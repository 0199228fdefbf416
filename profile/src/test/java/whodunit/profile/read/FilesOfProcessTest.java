// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Flow;
import whodunit.profile.Frame;
import whodunit.profile.RecordedProcess;
import whodunit.profile.format.Flows;
import whodunit.profile.format.Name;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;

/** What several files of one process tell, whose order by time is not that of their names' text. */
class FilesOfProcessTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path directory;

    /** A file that begins 10 s after the one before. */
    private JfrFile file(int number, String engine, long intervalNanos) throws IOException {
        JfrFile file = new JfrFile(directory.resolve("t-1-00000000000000aa-" + number + ".jfr"));
        long time = SECOND * 10 * number;
        file.record(time, Record.newBuilder().setStage(Stage.newBuilder().setUid(0xaa).setName("t").setPid(1)
                .setFile(number).setEngine(engine).setIntervalNs(intervalNanos).setStartMonotonicNs(time)
                .setStartUnixNs(1_700_000_000 * SECOND + time)).build());
        return file;
    }

    private static void samples(JfrFile file, int number, int n) throws IOException {
        for (int i = 0; i < n; i++)
            file.sample(1, SECOND * (10 * number + 1) + i, List.of(new Frame("f", Frame.Kind.NATIVE)));
    }

    private RecordedProcess read() throws IOException {
        List<RecordedProcess> processes = RecordingReader.read(List.of(directory), p -> {}).processes();
        assertThat(processes).hasSize(1);
        return processes.get(0);
    }

    @Test
    void flowsAreThoseOfTheLastFile() throws Exception {
        for (int i = 0; i < 12; i++)
            try (JfrFile file = file(i, "ctimer", 4_000_000)) {
                file.record(Record.newBuilder().setName(Name.newBuilder().setId(1).setText("put")).build());
                file.record(Record.newBuilder().setFlows(Flows.newBuilder().addAccess(Flows.Access.newBuilder()
                        .setSite(1).setInstruction(1).setTimes(100 * (i + 1)).setCarried(10 * (i + 1)))).build());
                samples(file, i, 1);
            }
        assertThat(read().flows.values()).containsExactly(new Flow("put", "put", false, 1200, 120));
    }

    private double millisOf(int from, int until, int lostAt, long before, long after, int samples) throws IOException {
        for (int i = from; i < until; i++)
            try (JfrFile file = file(i, i < lostAt ? "kernel" : "ctimer", i < lostAt ? before : after)) {
                samples(file, i, samples);
            }
        RecordedProcess process = read();
        return process.millis(process.totalSamples());
    }

    @Test
    void samplesAfterTheEngineWasLostStandForTheirOwnInterval() throws Exception {
        assertThat(millisOf(0, 2, 1, 3_000_000, 4_000_000, 300)).isCloseTo(2100, within(1e-6));
    }

    @Test
    void theUnitIsTheFirstFilesIntervalWhicheverFilesAreLeft() throws Exception {
        assertThat(millisOf(2, 13, 8, 2_000_000, 10_000_000, 10)).isCloseTo(620, within(1e-6));
    }

    @Test
    void samplesOfAShorterIntervalAreAddedUpToUnits() throws Exception {
        assertThat(millisOf(0, 2, 1, 4_000_000, 1_000_000, 100)).isCloseTo(500, within(1e-6));
    }
}
