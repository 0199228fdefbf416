// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.load;

/** How much there is in the shop. */
public record Scale(int products, int customers, int sales) {
    public static final Scale OF_THE_DEMO = new Scale(2_000, 2_000, 100_000);
    /** Three routes cost the database about the same. */
    public static final Scale OF_THE_ORACLE = new Scale(20_000, 4_000, 400_000);
}
