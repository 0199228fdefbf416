// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.ContextCounts;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Summary;
import whodunit.profile.TimedSum;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;

/**
 * Reads a real recording: a C program that worked three times 2 units as "A" and 1 unit as "B", and one unit without a
 * transaction, so 60, 30 and 10 percent; in three files.
 */
class RecordingReaderTest {
    @TempDir
    private Path directory;

    static Path recording() throws URISyntaxException {
        return Path.of(RecordingReaderTest.class.getResource("/recordings/native").toURI());
    }

    private static List<Path> files() throws IOException, URISyntaxException {
        try (Stream<Path> s = Files.list(recording())) {
            return s.sorted().toList();
        }
    }

    private static Summary summary(RecordingReader r) {
        return new Summary(Profile.stitch(r.processes()));
    }

    private static RecordingReader read(Path... paths) throws IOException {
        return RecordingReader.read(List.of(paths), p -> {});
    }

    @Test
    void joinsSamplesWithLabelsAcrossFiles() throws Exception {
        RecordingReader r = read(recording());
        assertThat(r.processes()).hasSize(1);
        assertThat(r.processes().get(0).problems).isEmpty();
        Summary s = summary(r);
        assertThat(s.transactions).extracting(Summary.Row::type).containsExactly("A", "B");
        assertThat(s.transactions).extracting(Summary.Row::requests).containsExactly(3L, 3L);
        assertThat(s.transactions.get(0).tiers().get("t").percent()).isEqualTo(60, within(1.0));
        assertThat(s.transactions.get(1).tiers().get("t").percent()).isEqualTo(30, within(1.0));
        assertThat(s.unattributed.get("t").get("thread without a transaction").percent()).isEqualTo(10, within(1.0));
    }

    @Test
    void countsAreOfTheTimeOfTheirFile() throws Exception {
        RecordedProcess process = read(recording()).processes().get(0);
        long ends = process.lastNanos + process.clockOffsetNanos;
        List<TimedSum.Part<ContextCounts>> parts = new ArrayList<>();
        process.counts.forEach((context, counts) -> parts.addAll(counts.parts()));
        assertThat(parts).isNotEmpty().allSatisfy(p -> {
            assertThat(p.fromNanos()).isBetween(process.startUnixNanos, ends);
            assertThat(p.toNanos()).isBetween(p.fromNanos() + 1, ends + 1_000_000_000);
        });
        assertThat(parts.stream().mapToLong(p -> p.value().begun()).sum()).isEqualTo(6);
    }

    @Test
    void aFileGivenTwiceCountsOnce() throws Exception {
        long once = read(recording()).processes().get(0).totalSamples();
        assertThat(read(recording(), recording(), files().get(1)).processes().get(0).totalSamples()).isEqualTo(once);
    }

    @Test
    void anyFileMayBeMissing() throws Exception {
        for (Path kept : files()) {
            Summary s = summary(read(kept));
            assertThat(s.transactions).as(kept.toString()).isNotEmpty();
        }
    }

    @Test
    void aCutFileGivesWhatIsLeftAndSaysSo() throws Exception {
        byte[] whole = Files.readAllBytes(files().get(0));
        for (int part = 1; part < 10; part++) {
            Path cut = directory.resolve("cut-" + part + ".jfr.part");
            Files.write(cut, java.util.Arrays.copyOf(whole, whole.length * part / 10));
            RecordingReader r = read(cut);
            boolean told = !r.unreadable().isEmpty() || r.processes().stream().anyMatch(s -> !s.problems.isEmpty());
            assertThat(told).as("cut at %d/10", part).isTrue();
        }
    }

    /** Its process had finished it: it is whole elsewhere. */
    @Test
    void aCopyThatWasCutOffIsToldInWords() throws Exception {
        byte[] whole = Files.readAllBytes(files().get(0));
        Path cut = directory.resolve("t-0.jfr");
        Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));
        assertThat(read(cut).unreadable()).singleElement().asString().contains("its end is missing")
                .contains("copy it again").doesNotContain("Exception");
    }

    /** Its stacks would have come last, and with them the head that leads to them. */
    @Test
    void aFileThatWasNotFinishedIsToldOfItsProcess() throws Exception {
        List<Path> files = files();
        byte[] whole = Files.readAllBytes(files.get(2));
        Files.copy(files.get(0), directory.resolve(files.get(0).getFileName()));
        Path cut = directory.resolve(files.get(2).getFileName() + ".part"),
                stranger = directory.resolve("t-1-0000000000000001-0.jfr.part");
        Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));
        Files.write(stranger, java.util.Arrays.copyOf(whole, whole.length / 2));
        RecordingReader r = read(directory);
        assertThat(r.processes()).singleElement().satisfies(s -> assertThat(s.problems).singleElement().asString()
                .startsWith(cut.getFileName() + ": ").contains("unfinished"));
        assertThat(r.unreadable()).singleElement().asString().startsWith(stranger + ": ").contains("unfinished");
    }

    /** A recording that goes on: its files lose their ".part" between being listed and being read. */
    @Test
    void aFileThatIsFinishedMeanwhileIsRead() throws Exception {
        Path finished = directory.resolve("t-0.jfr");
        Path listed = Files.copy(files().get(0), directory.resolve("t-0.jfr.part"));
        RecordingReader r = RecordingReader.read(List.of(directory), file -> {
            try {
                Files.move(file, finished);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(listed).doesNotExist();
        assertThat(r.unreadable()).isEmpty();
        assertThat(r.processes()).singleElement().satisfies(s -> assertThat(s.totalSamples()).isPositive());
    }

    @Test
    void aFileThatIsBeingWrittenIsNotCalledDamaged() throws Exception {
        byte[] whole = Files.readAllBytes(files().get(0));
        Path file = Files.write(directory.resolve("t-0.jfr.part"), java.util.Arrays.copyOf(whole, 100));
        assertThat(read(file).unreadable()).singleElement().asString().contains("unfinished: its process still runs")
                .doesNotContain("Exception");
    }

    @Test
    void aDamagedCopyDoesNotHideTheWholeFile() throws Exception {
        byte[] whole = Files.readAllBytes(files().get(0));
        Path damaged = Files.write(directory.resolve("a.jfr"), java.util.Arrays.copyOf(whole, whole.length - 1000));
        Path good = Files.write(directory.resolve("b.jfr"), whole);
        assertThat(read(damaged, good).processes().get(0).totalSamples())
                .isEqualTo(read(good).processes().get(0).totalSamples());
    }

    @Test
    void damagedFilesDoNoHarm() throws Exception {
        byte[] whole = Files.readAllBytes(files().get(0));
        Random random = new Random(11);
        for (int round = 0; round < 400; round++) {
            byte[] damaged = whole.clone();
            for (int i = 0; i < 1 + random.nextInt(30); i++)
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            Path file = Files.write(directory.resolve("damaged.jfr"), damaged);
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Profile.stitch(read(file).processes()));
        }
    }

    /** However much memory there is: it is the file, and what lies before is read. */
    @Test
    void aForgedLengthIsTheFilesDamage() throws Exception {
        Path file = directory.resolve("t-1-0000000000000007-0.jfr");
        byte[] forged = "forged".getBytes(StandardCharsets.ISO_8859_1);
        try (JfrFile jfr = new JfrFile(file)) {
            jfr.record(Record.newBuilder().setStage(Stage.newBuilder().setUid(7).setName("t")).build());
            jfr.userEvent("whodunit", forged);
        }
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("forged");
        assertThat(bytes[at - 1]).isEqualTo((byte) forged.length);
        for (int i = 0; i < 4; i++)
            bytes[at - 1 + i] = (byte) 0xff;
        bytes[at + 3] = 7;
        Files.write(file, bytes);
        assertThat(read(file).processes()).singleElement().satisfies(p -> assertThat(p.problems).singleElement()
                .asString().contains("unreadable from some point on (java.lang.OutOfMemoryError"));
    }

    /** To open one waits for ever if nobody writes. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsNotOpened() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThat(read(pipe).unreadable()).singleElement().asString()
                .startsWith(pipe + ": it is neither a file nor a directory; ");
    }

    @Test
    void otherFilesAreNamed() throws Exception {
        Path file = Files.writeString(directory.resolve("notes.jfr"), "no recording");
        assertThat(read(directory).unreadable()).singleElement().asString().contains(file.toString());
    }
}
