// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which files of waits make a recording. A thread waits for the disk ten times. */
class WaitFilesTest {
    private static final long S = 1_000_000_000;

    @TempDir
    private Path dir;
    private Path file;

    @BeforeEach
    void record() throws IOException {
        file = dir.resolve("a.waits");
        WaitFileBuilder.disk(1, 11).write(file);
    }

    private static long intervals(Path... paths) throws IOException {
        try (WaitRecording recording = WaitRecording.open(List.of(paths))) {
            return recording.intervals();
        }
    }

    @Test
    void aFileGivenTwiceCountsOnce() throws IOException {
        Path link = Files.createSymbolicLink(dir.resolve("link"), dir);
        assertThat(intervals(dir, dir, file, link)).isEqualTo(10);
    }

    @Test
    void ofACopyTheMoreCompleteFileCounts() throws IOException {
        Path before = Files.createDirectory(dir.resolve("0")), after = Files.createDirectory(dir.resolve("1"));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(before.resolve("a.waits"), Arrays.copyOf(bytes, bytes.length / 3));
        Files.write(after.resolve("a.waits"), Arrays.copyOf(bytes, bytes.length / 3));
        assertThat(intervals(before, dir, after)).isEqualTo(10);
    }

    @Test
    void aLinkToADirectoryIsOne() throws IOException {
        assertThat(intervals(Files.createSymbolicLink(dir.resolve("link"), dir))).isEqualTo(10);
    }

    /** To open one waits for ever if nobody writes. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsNotOpened() throws Exception {
        Path pipe = dir.resolve("pipe.waits");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        try (WaitRecording recording = WaitRecording.open(List.of(pipe, file))) {
            assertThat(recording.intervals()).isEqualTo(10);
            assertThat(recording.problems()).singleElement().asString()
                    .startsWith(pipe + ": it is neither a file nor a directory; ");
        }
    }

    private List<String> problems(String total, long n) throws IOException {
        WaitFileBuilder.disk(1, 11).total(total, n).write(file);
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return recording.problems();
        }
    }

    @Test
    void whatAKilledHelperLeavesIsUnfinished() throws IOException {
        assertThat(problems("unfinished", 0)).isEmpty();
        assertThat(problems("unfinished", 1)).singleElement().asString().startsWith("a.waits: unfinished");
    }

    @Test
    void whatCouldNotBeWrittenIsTold() throws IOException {
        assertThat(problems("bytes_lost", 0)).isEmpty();
        assertThat(problems("bytes_lost", 77)).singleElement().asString()
                .startsWith("a.waits: 77 bytes of waits could not be written");
    }

    @Test
    void thatNamesCouldNotBeLookedUpIsTold() throws IOException {
        assertThat(problems("denied", 3)).singleElement().asString().startsWith("a.waits: ").contains("CAP_SYS_PTRACE");
    }

    @Test
    void thatThereWereTooManyStacksIsTold() throws IOException {
        assertThat(problems("stacks_lost", 3)).singleElement().asString()
                .startsWith("a.waits: some waits have no stack");
    }

    private boolean isOfTwoClocks(long start, long unix) throws IOException {
        WaitFileBuilder.disk(1001, 1011).clocks(start, unix).write(dir.resolve("b.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return recording.ofTwoClocks().isPresent();
        }
    }

    @Test
    void filesOfTwoMachinesAreToldFromThoseOfOne() throws IOException {
        assertThat(isOfTwoClocks(1000 * S, 0)).isTrue();
        assertThat(isOfTwoClocks(1000 * S, 1001 * S)).isFalse();
    }

    /** As many threads do not fit into memory, and an id says nothing of how many there are. */
    @Test
    void anIdMayBeAnyNumber() throws IOException {
        WaitFileBuilder.disk(1, 11).thread(Integer.MAX_VALUE - 1, 101, 100, "last").thread(-5, 102, 100, "negative")
                .write(file);
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            assertThat(recording.thread(recording.thread(0, Integer.MAX_VALUE - 1)).name()).isEqualTo("last");
            assertThat(recording.thread(0, 7)).isEqualTo(Waker.UNKNOWN.ordinal());
        }
    }
}
