// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.jfr;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** JFR's primitive encodings. */
final class Bytes extends ByteArrayOutputStream {
    private static final int UTF8 = 3;
    private static final int LATIN1 = 5;

    Bytes number(long value) {
        for (int i = 0; i < 8 && (value & ~0x7fL) != 0; i++, value >>>= 7)
            write((int) value & 0x7f | 0x80);
        write((int) value);
        return this;
    }

    Bytes utf8(String text) {
        return bytes(UTF8, text.getBytes(StandardCharsets.UTF_8));
    }

    Bytes latin1(byte[] data) {
        return bytes(LATIN1, data);
    }

    private Bytes bytes(int encoding, byte[] data) {
        write(encoding);
        number(data.length).writeBytes(data);
        return this;
    }

    /** An event: its size, which counts itself, its type, then this. */
    byte[] event(long type) {
        Bytes all = new Bytes();
        int length = size() + new Bytes().number(type).size() + 4;
        for (int i = 0; i < 3; i++)
            all.write(length >>> 7 * i & 0x7f | 0x80);
        all.write(length >>> 21);
        all.number(type).writeBytes(toByteArray());
        return all.toByteArray();
    }
}
