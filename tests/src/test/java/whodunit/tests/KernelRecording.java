// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** Recordings of the engine kernel, and what is in them. */
final class KernelRecording {
    static final String NOT_KERNEL = "whodunit record: no --engine kernel: ";

    static final String KERNEL = "entry_SYSCALL_64_after_hwframe";
    /** Of what was told when the thread had gone on. */
    static final String CALLER_NOT_KNOWN = "[caller not known]";

    private KernelRecording() {}

    static List<String> record(Path recording) {
        return Whodunit.record(recording, "waits", "--engine", "kernel", "--interval", "1ms", "--off-cpu", "20us");
    }

    static List<String> command(List<String> first, String... words) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(words));
        return all;
    }

    /** Skips the test where this machine has no kernel side. */
    static Finished onlyWithKernelSide(Finished finished) {
        assumeTrue(!finished.errors().contains(NOT_KERNEL), finished.errors());
        return finished;
    }

    /** End-to-end stacks of a recording, "type;frame;…;frame n", of which each n counts as so many ms. */
    record Stacks(List<String> lines, double each) {
        static Stacks of(Path recording, String time) throws Exception {
            return new Stacks(Whodunit.stacks(recording, recording.toAbsolutePath().getParent(), "--time", time),
                    time.equals("cpu") ? 1 : 0.001);
        }

        /** Of a type, in ms: all, or what has these frames on its stack in this order. */
        double millis(String type, String... frames) {
            String pattern = Pattern.quote(type + ";") + ".*"
                    + Stream.of(frames).map(f -> ";" + Pattern.quote(f) + "(?=;| ).*").collect(Collectors.joining());
            return each * lines.stream().filter(l -> l.matches(pattern))
                    .mapToLong(l -> Long.parseLong(l.substring(l.lastIndexOf(' ') + 1))).sum();
        }
    }

    static long counter(String info, String name) {
        Matcher m = Pattern.compile("\n  " + Pattern.quote(name) + " +(\\d+)").matcher(info);
        return m.find() ? Long.parseLong(m.group(1)) : 0;
    }
}
