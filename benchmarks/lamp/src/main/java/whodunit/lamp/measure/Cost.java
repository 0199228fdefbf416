// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.measure;

/**
 * What a route's requests cost a tier, in milliseconds of CPU. The first one is dearer: pages are compiled for it, and
 * blocks read.
 *
 * @param first of the first one
 * @param later of each other, the mean
 */
record Cost(double first, double later) {
    static final Cost NONE = new Cost(0, 0);

    /** Of so many requests. */
    double of(long requests) {
        return requests == 0 ? 0 : first + later * (requests - 1);
    }
}
