// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.isBridge;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Lists of java.util in which programs keep jobs under a lock of their own, for a task that does them all. Only methods
 * that call no other one of these are named.
 */
public final class LockedLists implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("java.util.ArrayDeque")
                        .advise(named("addLast"), "jdk.JobPut")
                        .advise(named("addFirst"), "jdk.JobPutFirst")
                        .advise(named("pollFirst"), "jdk.JobTaken")
                        .advise(named("pollLast"), "jdk.JobTakenLast")
                        .advise(named("pollFirst").or(named("pollLast")), "jdk.JobsEnd")
                        .advise(named("isEmpty"), "jdk.JobsLookedFor")
                        .advise(named("size"), "jdk.JobsCounted"),
                InstrumentedClass.named("java.util.LinkedList")
                        .adviseIfPresent(named("linkLast"), "jdk.JobPut")
                        .adviseIfPresent(named("linkFirst"), "jdk.JobPutFirst")
                        .adviseIfPresent(named("unlinkFirst").or(named("remove").and(takesArguments(int.class))),
                                "jdk.JobTaken")
                        .adviseIfPresent(named("unlinkLast"), "jdk.JobTakenLast")
                        .advise(named("poll").or(named("pollFirst")).or(named("pollLast"))
                                .and(takesArguments(0)).and(not(isBridge())), "jdk.JobsEnd")
                        .advise(named("size"), "jdk.JobsCounted")); // isEmpty() calls it
    }
}
