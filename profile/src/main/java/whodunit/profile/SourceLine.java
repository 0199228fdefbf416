// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a function begins in the source: the line of its first instruction. */
public record SourceLine(String file, int line) {
    private static final Pattern FORM = Pattern.compile("(.+?):(\\d+)(?::\\d+)?(?: .*)?");

    /** "file:line", a column and remarks behind it are left out; null if it is nothing like that, or line 0. */
    public static SourceLine parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches() || m.group(1).startsWith("??") || m.group(2).length() > 9)
            return null;
        int line = Integer.parseInt(m.group(2));
        return line == 0 ? null : new SourceLine(m.group(1), line);
    }

    /** The file's base name and the line. */
    public String brief() {
        return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
