// SPDX-License-Identifier: Apache-2.0
/**
 * What the oracles of servers share: one load is profiled, and beside it requests of the same kinds are performed one
 * at a time, so that the kernel's count of CPU says what each costs. That predicts the shares that the report should
 * have.
 */
package whodunit.harness.oracle;
