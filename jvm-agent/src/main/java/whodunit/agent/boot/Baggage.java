// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.Enumeration;

/** Our member of W3C {@code baggage}: {@code key=value;property, key=value}. What others put there is kept. */
public final class Baggage {
    public static final String HEADER = "baggage";
    private static final String KEY = "whodunit";
    /** The W3C's limit for the whole header. */
    private static final int LIMIT = 8192;

    private Baggage() {}

    /** The wire form in the first of these headers that has a member of ours; null if none has. */
    public static String wire(Enumeration<?> headers) {
        while (headers.hasMoreElements()) {
            Object header = headers.nextElement();
            String value = header == null ? null : wire(header.toString());
            if (value != null)
                return value;
        }
        return null;
    }

    /**
     * The wire form in a header, which may be null; null if it has no member of ours. A value that is too long is cut,
     * but left longer than a wire form, so that it is refused where wire forms are read.
     */
    public static String wire(String header) {
        int start = header != null && header.contains(KEY) ? member(header) : -1; // most requests' baggage is not ours
        if (start < 0)
            return null;
        int end = end(header, start);
        int properties = header.indexOf(';', start);
        String value = header.substring(header.indexOf('=', start) + 1,
                properties < 0 || properties > end ? end : properties).trim();
        return value.length() > WireForm.LENGTH ? value.substring(0, WireForm.LENGTH + 1) : value;
    }

    /** The header with our member of this wire form in place of an older one; null if that makes it too long. */
    public static String with(String header, String wire) {
        String others = without(header);
        String all = (others == null ? "" : others + ',') + KEY + '=' + wire;
        return all.length() > LIMIT ? null : all;
    }

    /** The header, which may be null, without our member; null if nothing is left. */
    public static String without(String header) {
        StringBuilder others = new StringBuilder();
        for (int start = 0; header != null && start < header.length(); start = end(header, start) + 1) {
            String one = header.substring(start, end(header, start)).trim();
            if (!one.isEmpty() && !isOurs(one))
                others.append(others.length() == 0 ? "" : ",").append(one);
        }
        return others.length() == 0 ? null : others.toString();
    }

    private static int member(String header) {
        for (int start = 0; start < header.length(); start = end(header, start) + 1)
            if (isOurs(header.substring(start, end(header, start))))
                return start;
        return -1;
    }

    private static boolean isOurs(String member) {
        int equals = member.indexOf('=');
        return equals >= 0 && member.substring(0, equals).trim().equals(KEY);
    }

    private static int end(String header, int start) {
        int comma = header.indexOf(',', start);
        return comma < 0 ? header.length() : comma;
    }
}
