// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * An instruction in a critical section that puts work in for other threads, or takes it out.
 *
 * @param site the function that takes the lock
 * @param instruction the instruction's function, file and address
 * @param takes it takes out
 * @param times how often it was executed since it was learnt
 * @param carried how many contexts were taken over by it
 */
public record Flow(String site, String instruction, boolean takes, long times, long carried) {}
