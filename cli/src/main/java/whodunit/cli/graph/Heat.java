// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

/**
 * A share as a colour: white to orange, one hue whose lightness falls, so that it also tells without colour vision and
 * in print.
 */
final class Heat {
    private static final int[] COLD = {255, 255, 255};
    private static final int[] HOT = {245, 130, 32};

    private Heat() {}

    /** @param percent 0 to 100; the root makes small shares differ */
    static String colour(double percent) {
        double x = Math.sqrt(Math.min(100, Math.max(0, percent)) / 100);
        StringBuilder hex = new StringBuilder("#");
        for (int i = 0; i < 3; i++)
            hex.append("%02x".formatted(Math.round(COLD[i] + x * (HOT[i] - COLD[i]))));
        return hex.toString();
    }
}
