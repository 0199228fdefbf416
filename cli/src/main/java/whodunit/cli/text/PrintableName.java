// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

/** Names, and lines that hold names, as they may be shown: names may come from traffic and be of any length. */
public final class PrintableName {
    private PrintableName() {}

    /** A name that neither drives a terminal nor turns the direction of writing. */
    public static String of(String name) {
        return name.replaceAll("\\p{C}", "?");
    }

    /**
     * The same in at most {@code width} characters: one that is too long loses its beginning, as in "shop.Cart.doGet"
     * the end says more.
     */
    public static String of(String name, int width) {
        String whole = of(name);
        return whole.length() <= width ? whole : "~" + whole.substring(whole.length() - width + 1);
    }
}
