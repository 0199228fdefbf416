// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.svg;

/** How wide text will be at most in the fonts that we ask for: a machine without fonts draws for one that has them. */
public final class TextWidth {
    private static final String NARROW = "fijlrt.,:;'|!()[]-";
    private static final double NARROW_WIDTH = 5.5, LETTER_WIDTH = 7.6, WIDE_WIDTH = 10.5, IDEOGRAPH_WIDTH = 13;

    private TextWidth() {}

    /** In pixels at 12px, of the longest line. */
    public static double of(String... lines) {
        double longest = 0;
        for (String line : lines)
            longest = Math.max(longest, line.codePoints().mapToDouble(TextWidth::of).sum());
        return longest;
    }

    private static double of(int c) {
        if (c > 0x2E7F)
            return IDEOGRAPH_WIDTH;
        if (NARROW.indexOf(c) >= 0)
            return NARROW_WIDTH;
        return c == 'm' || c == 'w' || Character.isUpperCase(c) || c == '%' || c == '@' || c > 0x2000 ? WIDE_WIDTH
                : LETTER_WIDTH;
    }
}
