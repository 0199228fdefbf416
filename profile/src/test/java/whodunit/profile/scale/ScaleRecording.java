// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import whodunit.profile.Frame;

/**
 * Makes a large recording of a web tier and its database, whose truth is known: many requests of many types, with the
 * skew that real ones have. Two directories' worth of files as a recorder would rotate them, and {@code expected.csv}.
 */
public final class ScaleRecording {
    /** How much there is of everything; half of it at each tier. */
    public record Size(int samples, int stacks, int contexts, int types, int files) {
        /** A busy installation's ten minutes: what a report must stand. */
        public static final Size FULL = new Size(10_000_000, 50_000, 2_000, 200, 60);
    }

    static final long WEB = 0x5ca1ab1e0000aaaaL, DB = 0x5ca1ab1e0000bbbbL;
    static final int FIRST_TYPE = 2;
    static final long SECONDS_PER_FILE = 10;
    private static final int THREADS = 32;

    private final Size size;
    private final Random random = new Random(7);
    private final Call[] calls;
    private final double[] weights;

    /** One thing to be found on a thread: where, under which context, of which type. */
    record Call(boolean web, int context, int type, List<Frame> stack) {}

    private ScaleRecording(Size size) {
        this.size = size;
        this.calls = calls();
        weights = new double[calls.length];
        double sum = 0;
        for (int i = 0; i < calls.length; i++)
            weights[i] = sum += 1 / Math.pow(1 + random.nextInt(calls.length), 0.8);
    }

    public static void main(String[] args) throws IOException {
        Size full = Size.FULL;
        int samples = args.length > 1 ? Integer.parseInt(args[1]) : full.samples;
        write(Path.of(args[0]), new Size(samples, full.stacks, full.contexts, full.types, full.files));
    }

    /** @return samples by type and process, "type,process" */
    public static Map<String, Long> write(Path directory, Size size) throws IOException {
        Files.createDirectories(directory);
        Map<String, Long> truth = new ScaleRecording(size).write(directory);
        List<String> lines = new ArrayList<>();
        truth.forEach((key, n) -> lines.add(key + "," + n));
        Files.write(directory.resolve("expected.csv"), lines);
        return truth;
    }

    static String typeName(int type) {
        return "Type%03d".formatted(type);
    }

    /** At the web tier a type runs under its own context; the database's contexts are the web tier's call paths. */
    private Call[] calls() {
        int callers = size.contexts / 2 - size.types / 2;
        Stacks stacks = new Stacks(random);
        Call[] all = new Call[size.stacks];
        for (int i = 0; i < all.length; i++) {
            boolean web = i % 2 == 0;
            int caller = i / 2 % callers;
            int type = caller % size.types;
            all[i] = web ? new Call(true, FIRST_TYPE + type, type, stacks.web(type, i))
                    : new Call(false, FIRST_TYPE + caller, type, stacks.db(i));
        }
        return all;
    }

    private Map<String, Long> write(Path directory) throws IOException {
        long[] taken = new long[calls.length];
        int callers = size.contexts / 2 - size.types / 2;
        long time = 1_000_000_000_000L;
        long step = SECONDS_PER_FILE * 1_000_000_000L * size.files / size.samples;
        for (int file = 0; file < size.files; file++) {
            try (RecordingFiles web = RecordingFiles.web(directory, file, time, size.types, callers);
                    RecordingFiles db = RecordingFiles.db(directory, file, time, size.types, callers)) {
                int n = size.samples / size.files + (file < size.samples % size.files ? 1 : 0);
                for (int i = 0; i < n; i++, time += step) {
                    int chosen = choose();
                    Call call = calls[chosen];
                    taken[chosen]++;
                    (call.web ? web : db).sample(1000 + (call.web ? 0 : THREADS) + random.nextInt(THREADS), time, call);
                }
            }
        }
        Map<String, Long> truth = new TreeMap<>();
        for (int i = 0; i < calls.length; i++)
            if (taken[i] > 0)
                truth.merge(typeName(calls[i].type) + "," + (calls[i].web ? "web" : "db"), taken[i], Long::sum);
        return truth;
    }

    private int choose() {
        int i = Arrays.binarySearch(weights, random.nextDouble() * weights[weights.length - 1]);
        return i < 0 ? -i - 1 : i;
    }
}
