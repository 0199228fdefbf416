package whodunit.servlet;

import java.util.Enumeration;

/** Finds our member in W3C {@code baggage} headers: {@code key=value;property, key=value}. */
final class Baggage {
    private static final String KEY = "whodunit";
    private static final int WIRE_LENGTH = 25;
    /** The specification's limit for all members together. */
    private static final int LIMIT = 8192;

    private Baggage() {}

    /** The wire form of the upstream context, or null. A member of ours that is too long is cut, and so refused later. */
    static String wire(Enumeration<String> headers) {
        while (headers != null && headers.hasMoreElements()) {
            String header = headers.nextElement();
            if (header.length() > LIMIT)
                continue;
            for (String member : header.split(",")) {
                int equals = member.indexOf('=');
                if (equals < 0 || !member.substring(0, equals).trim().equals(KEY))
                    continue;
                String value = member.substring(equals + 1);
                int properties = value.indexOf(';');
                value = (properties < 0 ? value : value.substring(0, properties)).trim();
                return value.length() > WIRE_LENGTH ? value.substring(0, WIRE_LENGTH + 1) : value;
            }
        }
        return null;
    }
}
