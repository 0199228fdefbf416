// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.nio.charset.StandardCharsets;

/**
 * A context's wire form in Java, {@code wd_wire_format} in C: held against the same table
 * (runtime/tests/core/wire_forms.txt). Reading it is left to C.
 */
public final class WireForm {
    /** 16 hexadecimal digits of the process's uid, a dash, 8 of the synopsis. */
    public static final int LENGTH = 25;

    private static final int SYNOPSIS = LENGTH - 8;

    private WireForm() {}

    /** The wire form of synopsis 0, into which {@link #put} puts others. */
    public static String none(long uid) {
        return String.format("%016x-%08x", uid, 0);
    }

    /** Puts the synopsis into the wire form that begins at {@code at}. */
    public static void put(byte[] bytes, int at, int synopsis) {
        for (int i = 0; i < 8; i++)
            bytes[at + SYNOPSIS + i] = (byte) Character.forDigit(synopsis >>> 28 - 4 * i & 15, 16);
    }

    /** The wire form as text. */
    public static String of(byte[] none, int synopsis) {
        byte[] wire = none.clone();
        put(wire, 0, synopsis);
        return new String(wire, StandardCharsets.US_ASCII);
    }
}
