// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

/** That somebody has bought something. */
public record Sale(int customerId, int productId, int quantity) {}
