// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import whodunit.harness.option.Commands;

/** What goes wrong around a command is told in a line, in words. */
class CommandsTest {
    @TempDir
    private Path directory;

    @Command(name = "broken")
    static final class Broken implements Callable<Integer> {
        private final StringWriter errors = new StringWriter();
        private final Callable<?> work;
        @Spec
        private CommandSpec spec;

        Broken(Callable<?> work) {
            this.work = work;
        }

        @Override
        public Integer call() throws Exception {
            spec.commandLine().setErr(new PrintWriter(errors, true));
            work.call();
            return 0;
        }
    }

    private static String told(Callable<?> work) {
        Broken broken = new Broken(work);
        assertThat(Commands.execute(broken)).isEqualTo(1);
        return broken.errors.toString();
    }

    @Test
    void aFileInTheDirectorysPlace() throws Exception {
        Path file = Files.writeString(directory.resolve("out"), "");
        assertThat(told(() -> Files.createDirectories(file)))
                .isEqualTo("broken: " + file + ": it is there, and no directory; choose another\n");
    }

    @Test
    void aDirectoryThatIsThereAlready() throws Exception {
        Path made = Files.createDirectory(directory.resolve("out"));
        assertThat(told(() -> Files.createDirectory(made)))
                .isEqualTo("broken: " + made + ": it is there already; choose another\n");
    }

    @Test
    void whatTheSystemSays() {
        assertThat(told(() -> {
            throw new FileSystemException("/a", null, "No space left on device");
        })).isEqualTo("broken: /a: No space left on device\n");
    }

    /** As from a walk over a directory's files. */
    @Test
    void whatCameOutOfAStream() {
        assertThat(told(() -> {
            throw new UncheckedIOException(new NoSuchFileException("/a"));
        })).isEqualTo("broken: /a: it is not there; make it, or choose another\n");
        assertThat(told(() -> {
            throw new UncheckedIOException(new IOException("the server is gone"));
        })).isEqualTo("broken: the server is gone\n");
    }
}
