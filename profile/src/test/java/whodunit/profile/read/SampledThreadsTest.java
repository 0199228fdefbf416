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
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;

/** A JVM's threads that work for no transaction are known by what they are for, or by the pool's name. */
class SampledThreadsTest {
    private static final List<Frame> STACK = List.of(new Frame("work", Frame.Kind.NATIVE, "libjvm.so"));
    private static final int SERVES = 7;

    @TempDir
    private Path directory;

    private interface Content {
        void to(JfrFile file) throws IOException;
    }

    private void file(int number, Stage.Kind kind, Content content) throws IOException {
        try (JfrFile file = new JfrFile(directory.resolve("t-1-0000000000000007-" + number + ".jfr"))) {
            file.record(Record.newBuilder().setStage(Stage.newBuilder().setUid(7).setName("t").setFile(number)
                    .setKind(kind).setEngine("ctimer")).build());
            content.to(file);
        }
    }

    private Map<RecordedProcess.Label, Long> read() throws IOException {
        RecordedProcess t = RecordingReader.read(List.of(directory), f -> {}).processes().get(0);
        return t.samples.bins().stream()
                .collect(Collectors.groupingBy(Samples.Bin::label, Collectors.summingLong(Samples.Bin::samples)));
    }

    private static RecordedProcess.Label background(String threads) {
        return new RecordedProcess.Label.Missing("background thread", threads);
    }

    @Test
    void threadsAreKnownByWhatTheyAreFor() throws Exception {
        List<String> names = List.of("C2 CompilerThre", "C1 CompilerThread0", "GC Thread#0", "G1 Service", "ZWorker#1",
                "http-nio-8080-exec-1", "http-nio-8080-exec-12", "VM Thread", "[tid=77]", "a".repeat(100));
        file(0, Stage.Kind.JVM, file -> {
            for (int i = 0; i < names.size(); i++) {
                file.thread(10 + i, names.get(i));
                file.sample(10 + i, 1000, STACK);
            }
            file.sample(9, 1000, STACK);
        });
        assertThat(read()).isEqualTo(Map.of(background("compilation (JIT)"), 2L, background("garbage collection"), 3L,
                background("http-nio-8080-exec-*"), 2L, background("VM Thread (safepoints, serial collection)"), 1L,
                background("threads that had ended"), 1L, background("a".repeat(39) + "~"), 1L, background(""), 1L));
    }

    /** Also one that serves: what it does between two requests. A number is another thread's later. */
    @Test
    void aNumberIsTheThreadsThatHasItThen() throws Exception {
        file(0, Stage.Kind.JVM, file -> {
            file.thread(1, "exec-1");
            file.record(Record.newBuilder().setLabels(
                    Labels.newBuilder().addTid(1).addTime(1000).addContext(0).addTid(1).addTime(1100)
                            .addContext(SERVES))
                    .build());
            file.sample(1, 1000, STACK);
            file.sample(1, 1100, STACK);
        });
        file(1, Stage.Kind.JVM, file -> {
            file.thread(1, "poller");
            file.record(Record.newBuilder().setLabels(Labels.newBuilder().addTid(1).addTime(2000).addContext(0))
                    .build());
            file.sample(1, 2000, STACK);
        });
        assertThat(read()).isEqualTo(Map.of(new RecordedProcess.Label.Of(0, "exec-*"), 1L,
                new RecordedProcess.Label.Of(SERVES), 1L, new RecordedProcess.Label.Of(0, "poller"), 1L));
    }

    @Test
    void namesFromTrafficAreBounded() throws Exception {
        file(0, Stage.Kind.JVM, file -> {
            for (int i = 0; i < 1000; i++) {
                file.thread(i + 1, "client of " + i + " there");
                file.sample(i + 1, 1000, STACK);
            }
        });
        assertThat(read()).hasSize(201).containsEntry(background("other threads"), 800L);
    }

    @Test
    void aNativeServersThreadsAreOfNoPools() throws Exception {
        file(0, Stage.Kind.NATIVE, file -> {
            file.thread(1, "mariadbd");
            file.sample(1, 1000, STACK);
        });
        assertThat(read()).isEqualTo(Map.of(background(""), 1L));
    }
}
