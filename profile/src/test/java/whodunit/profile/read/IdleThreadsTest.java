// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Frame;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Samples;
import whodunit.profile.format.Labels;
import whodunit.profile.format.Record;
import whodunit.profile.jfr.JfrFile;

/** With the engine wall a thread that sleeps on is counted without being woken, so without label. */
class IdleThreadsTest {
    private static final List<Frame> STACK = List.of(new Frame("wait", Frame.Kind.NATIVE, "libc.so.6"));
    private static final int FIRST = 5, SECOND = 6, WAITER = 1, NEVER_LABELLED = 2;

    @TempDir
    private Path directory;

    private void file(int number, String engine, long label, int context, long... waiterSampled) throws IOException {
        try (JfrFile file = new JfrFile(directory.resolve("t-1-0000000000000007-" + number + ".jfr"))) {
            file.record(Record.newBuilder()
                    .setStage(whodunit.profile.format.Stage.newBuilder().setUid(7).setName("t").setFile(number)
                            .setEngine(engine))
                    .build());
            file.record(Record.newBuilder()
                    .setLabels(Labels.newBuilder().addTid(WAITER).addTime(label).addContext(context)).build());
            for (long time : waiterSampled)
                file.sample(WAITER, time, STACK);
            file.sample(NEVER_LABELLED, label, STACK);
        }
    }

    /**
     * Two files, the second read first; each has one label, and the second file's first sample was taken under the
     * first's.
     */
    private Map<RecordedProcess.Label, Long> read(String engine) throws IOException {
        file(0, engine, 1000, FIRST, 900, 1000, 1010);
        file(1, engine, 3000, SECOND, 2000, 3000, 3010, 3020);
        Path first = directory.resolve("t-1-0000000000000007-0.jfr"),
                second = directory.resolve("t-1-0000000000000007-1.jfr");
        RecordedProcess t = RecordingReader.read(List.of(second, first), f -> {}).processes().get(0);
        return t.samples.bins().stream()
                .collect(Collectors.groupingBy(Samples.Bin::label, Collectors.summingLong(Samples.Bin::samples)));
    }

    @Test
    void whatAThreadSleepsOnIsThatOfItsSampleBefore() throws Exception {
        assertThat(read("wall")).isEqualTo(
                Map.of(new RecordedProcess.Label.Of(0), 1L, new RecordedProcess.Label.Of(FIRST), 3L,
                        new RecordedProcess.Label.Of(SECOND), 3L,
                        new RecordedProcess.Label.Missing("background thread"), 2L));
    }

    /** There each sample is a signal. */
    @Test
    void ofCpuTimeALabelThatIsMissingIsLost() throws Exception {
        assertThat(read("ctimer")).isEqualTo(
                Map.of(new RecordedProcess.Label.Of(0), 1L, new RecordedProcess.Label.Of(FIRST), 1L,
                        new RecordedProcess.Label.Of(SECOND), 1L,
                        new RecordedProcess.Label.Missing("label lost"), 4L,
                        new RecordedProcess.Label.Missing("background thread"), 2L));
    }
}
