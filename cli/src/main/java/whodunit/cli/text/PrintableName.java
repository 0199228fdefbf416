// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names, and lines that hold names, as they may be shown: names may come from traffic and be of any length. */
public final class PrintableName {
    private static final Pattern METHOD = Pattern.compile("^[A-Z]{3,8} (?=/)");

    private PrintableName() {}

    /** A name that neither drives a terminal nor turns the direction of writing. */
    public static String of(String name) {
        return name.replaceAll("\\p{C}", "?");
    }

    /**
     * The same in at most {@code width} characters: one that is too long loses its beginning, as in "shop.Cart.doGet"
     * the end says more; of "POST /cart/:id" the method stays. A reason, in brackets, loses its end.
     */
    public static String of(String name, int width) {
        String whole = of(name);
        if (whole.length() <= width)
            return whole;
        if (whole.startsWith("(") && whole.endsWith(")") && width > 2)
            return whole.substring(0, width - 2) + "~)";
        Matcher method = METHOD.matcher(whole);
        int kept = method.find() && method.end() < width / 2 ? method.end() : 0;
        return whole.substring(0, kept) + "~" + whole.substring(whole.length() - width + kept + 1);
    }
}
