// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the file that a command is told to write, whatever it is and however the command ends. */
class OutputTest {
    @TempDir
    private Path directory;

    private static void write(Path file, String text) {
        Output.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> names() {
        return List.of(directory.toFile().list());
    }

    @Test
    void aFileAppearsWithItsDirectory() throws Exception {
        Path file = directory.resolve("new/report.txt");
        write(file, "right");
        assertThat(file).hasContent("right");
        assertThat(file.getParent().toFile().list()).containsExactly("report.txt");
    }

    @Test
    void aFailureLeavesTheOldFileAndNothingElse() throws Exception {
        Path file = Files.writeString(directory.resolve("report.txt"), "old");
        assertThatThrownBy(() -> Output.write(file, out -> {
            out.write(new byte[100_000]);
            throw new IOException("no space");
        })).isInstanceOf(UserError.class).hasMessageContaining("no space");
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("report.txt");
    }

    /** A device such as /dev/null stays one; so must a pipe. */
    @Test
    void aPipeIsWrittenToAndStaysAPipe() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor()).isZero();
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                return e.toString();
            }
        });
        write(pipe, "right");
        if (Files.isRegularFile(pipe))
            throw new AssertionError("the pipe has become a file, its reader would wait for ever");
        assertThat(read.get()).isEqualTo("right");
        assertThat(names()).containsExactly("pipe");
    }

    @Test
    void aLinkToNothingStaysOneAndItsFileAppears() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("new"));
        write(link, "right");
        assertThat(link).isSymbolicLink();
        assertThat(directory.resolve("new")).hasContent("right");
    }

    @Test
    void aLinkStaysOneAndItsFileIsReplaced() throws Exception {
        Path file = Files.writeString(directory.resolve("real"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        write(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    void aDirectoryIsRefusedEvenIfItIsEmpty() {
        for (Path target : List.of(directory, Path.of("/"), Path.of("")))
            assertThatThrownBy(() -> write(target, "x")).isInstanceOf(UserError.class)
                    .hasMessageContaining("is a directory");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aFileIsNoDirectory() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "old");
        assertThatThrownBy(() -> write(file.resolve("report.txt"), "x")).isInstanceOf(UserError.class)
                .hasMessageContaining(file + " is no directory");
    }

    @Test
    void aDirectoryThatCannotBeIsNamedWithTheReason() {
        assertThatThrownBy(() -> write(Path.of("/proc/no/report.txt"), "x")).isInstanceOf(UserError.class)
                .hasMessageContaining("there is no /proc/no, and it cannot be made");
    }

    @Test
    void whatIsStoppedLeavesNothing() throws Exception {
        Process stopped = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"),
                Stopped.class.getName(), directory.resolve("report.txt").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertThat(stopped.getInputStream().read()).isEqualTo('w');
        assertThat(names()).as("while it writes").hasSize(1);
        stopped.destroy();
        stopped.waitFor();
        assertThat(names()).isEmpty();
    }

    @Test
    void whoHasReadEnoughIsNoError() throws Exception {
        Process writer = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName()).start();
        assertThat(writer.getInputStream().read()).isEqualTo('x');
        writer.getInputStream().close();
        assertThat(new String(writer.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        assertThat(writer.waitFor()).isZero();
    }

    /** Writes to standard output while it can; its failure comes wrapped, as some libraries' do. */
    static final class Endless {
        public static void main(String[] args) {
            Output.write(null, out -> {
                try {
                    for (;;)
                        out.write('x');
                } catch (IOException e) {
                    throw new IOException(e);
                }
            });
        }
    }

    /** Writes without end, and says so. */
    static final class Stopped {
        public static void main(String[] args) {
            Output.write(new File(args[0]).toPath(), out -> {
                System.out.print("w");
                System.out.flush();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }
}
