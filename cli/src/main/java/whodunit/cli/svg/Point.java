// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.svg;

/** In pixels. */
public record Point(double x, double y) {}
