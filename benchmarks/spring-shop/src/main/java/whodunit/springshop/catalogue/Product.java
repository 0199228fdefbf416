// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

/** What is sold; the price is in cents. */
public record Product(int id, String name, int price) {}
