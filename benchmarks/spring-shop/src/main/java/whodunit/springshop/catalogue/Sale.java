// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

/** That somebody has bought something. */
public record Sale(int customerId, int productId, int quantity) {
    /** Where sales are told of. */
    public static final String TOPIC = "sales";

    /** As a record of the topic. */
    String text() {
        return customerId + " " + productId + " " + quantity;
    }

    /** That of a record of the topic. */
    public static Sale of(String text) {
        String[] fields = text.split(" ");
        return new Sale(Integer.parseInt(fields[0]), Integer.parseInt(fields[1]), Integer.parseInt(fields[2]));
    }
}
