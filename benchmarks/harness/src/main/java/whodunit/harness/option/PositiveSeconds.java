// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

/** A length of time, with fractions: more than 0. */
public final class PositiveSeconds extends Fraction {
    public PositiveSeconds() {
        super(s -> s > 0 && s < Double.POSITIVE_INFINITY, "a number of seconds, more than 0");
    }
}
