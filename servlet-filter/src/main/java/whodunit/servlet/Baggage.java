// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import java.util.Enumeration;

/** Finds our member in W3C {@code baggage} headers: {@code key=value;property, key=value}. */
final class Baggage {
    private static final String KEY = "whodunit";
    private static final int WIRE_LENGTH = 25;

    private Baggage() {}

    /**
     * The wire form of the upstream context, or null if no header has a member of ours. The first one counts. A value
     * that is too long is cut, but left longer than a wire form, so that it is refused where wire forms are read.
     */
    static String wire(Enumeration<String> headers) {
        while (headers != null && headers.hasMoreElements()) {
            String value = member(headers.nextElement());
            if (value != null)
                return value;
        }
        return null;
    }

    private static String member(String header) {
        if (!header.contains(KEY)) // most requests' baggage is not ours
            return null;
        for (int start = 0; start < header.length();) {
            int end = indexOf(header, ',', start, header.length());
            int equals = indexOf(header, '=', start, end);
            if (equals < end && header.substring(start, equals).trim().equals(KEY))
                return value(header, equals + 1, end);
            start = end + 1;
        }
        return null;
    }

    private static String value(String header, int start, int memberEnd) {
        String value = header.substring(start, indexOf(header, ';', start, memberEnd)).trim();
        return value.length() > WIRE_LENGTH ? value.substring(0, WIRE_LENGTH + 1) : value;
    }

    private static int indexOf(String s, char c, int start, int end) {
        int i = s.indexOf(c, start);
        return i < 0 || i > end ? end : i;
    }
}
