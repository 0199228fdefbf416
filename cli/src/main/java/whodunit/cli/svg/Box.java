// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.svg;

/** In pixels; x and y are of the upper left corner. */
public record Box(double x, double y, double width, double height) {
    public double right() {
        return x + width;
    }

    public double bottom() {
        return y + height;
    }
}
