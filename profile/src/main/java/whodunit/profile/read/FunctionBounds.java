package whodunit.profile.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Where the functions of a stripped ELF file begin, from the sorted table in its {@code .eh_frame_hdr}, which every
 * x86-64 binary keeps for unwinding. Tells functions apart that have no names.
 */
final class FunctionBounds {
    private static final int PT_LOAD = 1;
    private static final int PT_GNU_EH_FRAME = 0x6474e550;
    private static final int PF_X = 1;
    /** sdata4, relative to the header: what GNU ld and lld write. */
    private static final int TABLE_ENCODING = 0x3b;

    private final long codeAddress;
    private final long[] starts;

    private FunctionBounds(long codeAddress, long[] starts) {
        this.codeAddress = codeAddress;
        this.starts = starts;
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read
     * @throws RuntimeException if it is no ELF file with such a table
     */
    static FunctionBounds of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = read(channel, 0, 64);
            if (header.getInt(0) != 0x464c457f || header.get(4) != 2)
                throw new IllegalArgumentException("no 64-bit ELF file");
            int size = header.getShort(54), n = header.getShort(56);
            ByteBuffer segments = read(channel, header.getLong(32), size * n);
            long code = -1;
            for (int i = 0; i < n; i++) {
                int at = i * size;
                if (segments.getInt(at) == PT_LOAD && (segments.getInt(at + 4) & PF_X) != 0 && code < 0)
                    code = segments.getLong(at + 16) & -4096L;
            }
            for (int i = 0; i < n; i++) {
                int at = i * size;
                if (segments.getInt(at) == PT_GNU_EH_FRAME)
                    return new FunctionBounds(code,
                            table(read(channel, segments.getLong(at + 8), (int) segments.getLong(at + 32)),
                                    segments.getLong(at + 16)));
            }
            throw new IllegalArgumentException("no .eh_frame_hdr");
        }
    }

    private static ByteBuffer read(FileChannel channel, long offset, int length) throws IOException {
        if (offset < 0 || length < 0 || offset + length > channel.size())
            throw new IllegalArgumentException("damaged ELF file");
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        channel.read(buffer, offset);
        return buffer;
    }

    /** Version, three encodings, pointer to .eh_frame (4), count (4), then pairs (function, description). */
    private static long[] table(ByteBuffer header, long address) {
        if ((header.get(3) & 0xff) != TABLE_ENCODING)
            throw new IllegalArgumentException("unknown table encoding");
        int n = Math.min(header.getInt(8), (header.capacity() - 12) / 8);
        long[] starts = new long[n];
        for (int i = 0; i < n; i++)
            starts[i] = address + header.getInt(12 + 8 * i);
        return starts;
    }

    /**
     * The address, as in the file, of the function at a distance from the beginning of the mapped code; -1 if there is none.
     */
    long function(long distance) {
        int i = Arrays.binarySearch(starts, codeAddress + distance);
        if (i < 0)
            i = -i - 2;
        return i < 0 ? -1 : starts[i];
    }
}
