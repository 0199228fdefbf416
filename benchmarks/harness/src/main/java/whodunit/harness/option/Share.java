// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.option;

/** A part of a whole: 0 to 1. */
public final class Share extends Fraction {
    public Share() {
        super(s -> s >= 0 && s <= 1, "a share, 0 to 1");
    }
}
