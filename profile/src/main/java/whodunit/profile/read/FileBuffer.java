// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One buffer for all the files of a recording, one after the other. JfrReader would allocate 2 MB outside the heap for
 * each, and a recording has thousands.
 */
final class FileBuffer {
    private ByteBuffer bytes = ByteBuffer.allocate(1 << 20);

    /** The whole file; valid until the next call. */
    ByteBuffer load(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int size = Math.toIntExact(channel.size());
            if (bytes.capacity() < size)
                bytes = ByteBuffer.allocate(size + size / 4);
            bytes.clear().limit(size);
            while (bytes.hasRemaining())
                if (channel.read(bytes) < 0)
                    throw new EOFException("the file is getting shorter");
            return bytes.flip();
        }
    }
}
