// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a file that cannot be read, and of one that is damaged. */
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

    /** What was before them is there, and so is the next block. */
    private void assertDamage(int... bytes) throws IOException {
        Path file = dir.resolve("forged.waits");
        new WaitFileBuilder().thread(1, 10, 10, "a").forged(bytes).total("dropped", 7).write(file);
        try (WaitFile read = WaitFile.open(file)) {
            assertThat(read.damaged).isPositive();
            assertThat(read.threads).hasSize(1);
            assertThat(read.stacks).isEmpty();
            assertThat(read.totals).containsEntry("dropped", 7L);
        }
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aDefinitionOfNegativeLengthIsDamage() throws IOException {
        assertDamage(0, 0xFA, 0xFF, 0xFF, 0xFF, 0x0F);
    }

    @Test
    void aDefinitionLongerThanTheBlockIsDamage() throws IOException {
        assertDamage('N', 100, 1, 1, 'a');
    }

    @Test
    void aStackOfMoreFramesThanThereAreIsDamage() throws IOException {
        assertDamage('S', 8, 1, 0xFF, 0xFF, 0xFF, 0xFF, 7, 0, 0);
    }

    @Test
    void aNameLongerThanThereIsIsDamage() throws IOException {
        assertDamage('N', 8, 1, 0xFF, 0xFF, 0xFF, 0xFF, 7, 'a', 'b');
    }

    @Test
    void aStackThatGoesOnBehindItsDefinitionIsDamage() throws IOException {
        assertDamage('S', 2, 1, 4, 'N', 2, 1, 0);
    }

    /** Ten bytes for each interval would be taken for every byte of the file. */
    @Test
    void aBlockOfMoreIntervalsThanItHasBytesForIsDamage() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(WaitFileBuilder.disk(0, 1).bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int head = 32, count = head + 16, crc = head + BlockHead.SIZE - 4;
        bytes.putInt(count, bytes.getInt(head + 8));
        CRC32 sum = new CRC32();
        sum.update(bytes.array(), head, BlockHead.SIZE - 4);
        bytes.putInt(crc, (int) sum.getValue());
        Path file = Files.write(dir.resolve("forged.waits"), bytes.array());
        try (WaitFile read = WaitFile.open(file)) {
            assertThat(read.blocks).isEmpty();
            assertThat(read.damaged).isPositive();
        }
    }

    @Test
    void whatALaterVersionDefinesIsPassedOver() throws IOException {
        Path file = dir.resolve("later.waits");
        new WaitFileBuilder().forged('Z', 3, 0xFF, 0xFF, 0xFF).name(1, "f").stack(2, 1).write(file);
        try (WaitFile read = WaitFile.open(file)) {
            assertThat(read.damaged).isZero();
            assertThat(read.stacks.get(2)).containsExactly("f");
        }
    }
}
