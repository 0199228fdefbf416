// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a file that cannot be read. */
class WaitFileTest {
    @TempDir
    private Path dir;

    private void assertRefused(int at, char instead, String message) throws IOException {
        byte[] bytes = new WaitFileBuilder().bytes();
        bytes[at] = (byte) instead;
        Path file = Files.write(dir.resolve("a.waits"), bytes);
        assertThatThrownBy(() -> WaitFile.open(file)).isInstanceOf(IOException.class).hasMessageContaining(message);
    }

    @Test
    void anotherVersionIsTold() throws IOException {
        assertRefused(7, '1', "another version of Whodunit");
    }

    @Test
    void anotherKindOfFileIsTold() throws IOException {
        assertRefused(0, 'X', "no file of intervals");
    }
}
