// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import java.util.List;

/**
 * One library, or one subject of the JDK, through which contexts travel: which of its classes are instrumented and how.
 * The list in {@code Instrumentations} registers it; nothing else has to know of it. Its advice is inlined, and is
 * beside it or, where rules of several packages share it, in {@code whodunit.agent.advice}; what that calls is in
 * {@code whodunit.agent.boot}, which every class can see.
 */
public interface Instrumentation {
    List<InstrumentedClass> classes();

    /** Whether this run of the JVM needs it. Asked once, at the start. */
    default boolean isWanted() {
        return true;
    }
}
