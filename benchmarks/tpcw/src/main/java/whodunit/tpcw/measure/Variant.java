// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import whodunit.tpcw.run.Bookstore.Profiler;

/**
 * A bookstore of a round. BEFORE is recorded by another build of Whodunit; two have no profiler: what they differ by is
 * the error of the comparison.
 */
enum Variant {
    NONE(Profiler.NONE), //
    ASYNC_PROFILER(Profiler.ASYNC_PROFILER), //
    BEFORE(Profiler.WHODUNIT), //
    WHODUNIT(Profiler.WHODUNIT), //
    NONE_AGAIN(Profiler.NONE);

    final Profiler profiler;

    Variant(Profiler profiler) {
        this.profiler = profiler;
    }
}
