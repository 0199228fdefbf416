// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

/** A length of time, with fractions: 0 or more. */
public final class Seconds extends Fraction {
    public Seconds() {
        super(s -> s >= 0 && s < Double.POSITIVE_INFINITY, "a number of seconds, 0 or more");
    }
}
