// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a function of a stripped file is called in a recording: "module+0xaddress", of its beginning in the file. */
record OffsetName(String module, long address) {
    private static final Pattern FORM = Pattern.compile("([^/]+)\\+0x([0-9a-f]{1,16})");

    /** Null if the name is another one. */
    static OffsetName parse(String name) {
        if (name.indexOf("+0x") < 0)
            return null;
        Matcher m = FORM.matcher(name);
        return m.matches() ? new OffsetName(m.group(1), Long.parseUnsignedLong(m.group(2), 16)) : null;
    }
}
