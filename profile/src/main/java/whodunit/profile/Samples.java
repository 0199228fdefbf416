// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The samples of one process: how many fell under which label, with which stack, in which slot of time. Labels and
 * stacks are interned, so that a sample costs two look-ups of primitives. Slots begin at 100 ms and get twice as long
 * whenever there would be too many cells, so that memory is bounded however long the recording is. Not thread-safe
 * while samples are added.
 */
public final class Samples {
    /**
     * Samples that agree in label and stack; its stack is shared with all equal ones of the process, outermost first.
     */
    public record Bin(RecordedProcess.Label label, List<Frame> stack, long samples, SampleTimes times) {}

    private static final long FINEST_SLOT = 100_000_000;
    private static final int MOST_CELLS = 1 << 21;
    /** The year 2096. */
    private static final long LATEST = 4_000_000_000_000_000_000L;

    private final Map<RecordedProcess.Label, Integer> labelIds = new HashMap<>();
    private final List<RecordedProcess.Label> labels = new ArrayList<>();
    private final Map<List<Frame>, Integer> stackIds = new HashMap<>();
    private final List<List<Frame>> stacks = new ArrayList<>();
    /** (label, stack) to bin. */
    private final Long2IntOpenHashMap binIds = new Long2IntOpenHashMap();
    /** (bin, slot after the first one seen) to samples. */
    private Long2LongOpenHashMap cells = new Long2LongOpenHashMap();
    private long slotNanos = FINEST_SLOT;
    private long firstSlot = Long.MIN_VALUE;
    private long total;
    private List<Bin> bins;

    public Samples() {
        binIds.defaultReturnValue(-1);
    }

    /** The number of a label, for {@link #add(int, int, long, long)}. */
    public int label(RecordedProcess.Label label) {
        return labelIds.computeIfAbsent(label, l -> {
            labels.add(l);
            return labels.size() - 1;
        });
    }

    /** The number of a stack, outermost frame first; equal stacks have the same. */
    public int stack(List<Frame> stack) {
        return stackIds.computeIfAbsent(stack, s -> {
            stacks.add(s);
            return stacks.size() - 1;
        });
    }

    /** A stack by its number. */
    public List<Frame> stack(int number) {
        return stacks.get(number);
    }

    /** All stacks, each once. */
    public List<List<Frame>> stacks() {
        return List.copyOf(stacks);
    }

    /**
     * Puts other frames in the place of frames; for when all samples have been added. Stacks that become equal stay
     * two.
     */
    public void replaceFrames(UnaryOperator<Frame> other) {
        bins = null;
        stacks.replaceAll(stack -> stack.stream().map(other).toList());
        stackIds.clear();
        for (int i = 0; i < stacks.size(); i++)
            stackIds.putIfAbsent(stacks.get(i), i);
    }

    /** @param unixNanos when, in nanoseconds since 1970; a damaged file may say anything */
    public void add(int label, int stack, long unixNanos, long n) {
        long slot = Math.max(0, Math.min(LATEST, unixNanos)) / slotNanos;
        bins = null;
        total += n;
        long pair = (long) label << 32 | stack;
        int bin = binIds.get(pair);
        if (bin < 0)
            binIds.put(pair, bin = binIds.size());
        if (firstSlot == Long.MIN_VALUE)
            firstSlot = slot;
        cells.addTo(cell(bin, slot), n);
        if (cells.size() > Math.max(MOST_CELLS, 4 * binIds.size()))
            coarsen();
    }

    private long cell(int bin, long slot) {
        long after = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, slot - firstSlot));
        return (long) bin << 32 | after & 0xffffffffL;
    }

    private void coarsen() {
        Long2LongOpenHashMap finer = cells;
        long finerFirst = firstSlot;
        cells = new Long2LongOpenHashMap(MOST_CELLS);
        slotNanos *= 2;
        firstSlot >>= 1;
        for (Long2LongMap.Entry c : finer.long2LongEntrySet())
            cells.addTo(cell((int) (c.getLongKey() >> 32), finerFirst + (int) c.getLongKey() >> 1), c.getLongValue());
    }

    public long total() {
        return total;
    }

    /** Length of a slot of {@link Bin#times}, a power of two times 100 ms. */
    public long slotNanos() {
        return slotNanos;
    }

    public List<Bin> bins() {
        if (bins == null)
            bins = collect();
        return bins;
    }

    private List<Bin> collect() {
        long[] keys = cells.keySet().toLongArray();
        java.util.Arrays.sort(keys);
        long[] slots = new long[keys.length];
        long[] counts = new long[keys.length];
        int[] end = new int[binIds.size()];
        for (int i = 0; i < keys.length; i++) {
            slots[i] = firstSlot + (int) keys[i];
            counts[i] = cells.get(keys[i]);
            end[(int) (keys[i] >> 32)] = i + 1;
        }
        // a bin's cells are neighbours; within them, those before the first slot seen sort behind
        long[] pairs = new long[binIds.size()];
        binIds.long2IntEntrySet().fastForEach(e -> pairs[e.getIntValue()] = e.getLongKey());
        List<Bin> all = new ArrayList<>(pairs.length);
        for (int i = 0, from = 0; i < pairs.length; from = end[i++]) {
            SampleTimes times = new SampleTimes(slots, counts, from, end[i], slotNanos);
            all.add(new Bin(labels.get((int) (pairs[i] >> 32)), stacks.get((int) pairs[i]), times.samples(), times));
        }
        return List.copyOf(all);
    }
}
