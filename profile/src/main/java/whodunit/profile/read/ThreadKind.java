// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.util.regex.Pattern;

/** What a JVM's thread is for, by its name, which the sampler may have from the kernel: then it has 15 characters. */
final class ThreadKind {
    private static final Pattern COMPILES = Pattern.compile("(C[12] Comp|JVMCI|Sweeper thread).*");
    private static final Pattern COLLECTS = Pattern.compile(
            "(GC Thread#|G1 |Shenandoah|[XZ](Worker|Driver|Director|Stat|Uncommitter|Unmapper)).*");
    /** The sampler's word for one that had ended before it was asked. */
    private static final Pattern HAS_ENDED = Pattern.compile("\\[tid=\\d+]");
    private static final Pattern NUMBER = Pattern.compile("\\d+$");
    private static final int LONGEST = 40;

    private ThreadKind() {}

    static String of(String name) {
        if (COMPILES.matcher(name).matches())
            return "compilation (JIT)";
        if (COLLECTS.matcher(name).matches())
            return "garbage collection";
        if (name.equals("VM Thread"))
            return "VM Thread (safepoints, serial collection)";
        if (name.isEmpty() || HAS_ENDED.matcher(name).matches())
            return "threads that had ended";
        String pool = NUMBER.matcher(name).replaceFirst("*");
        return pool.length() > LONGEST ? pool.substring(0, LONGEST - 1) + "~" : pool;
    }
}
