// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The stitched result: every sample, every wait and every message of every process with its transaction type (or the
 * reason for having none) and its end-to-end stack.
 */
public final class Profile {
    /**
     * Samples that agree in everything.
     *
     * @param label  of the samples in their own process
     * @param type   the transaction type, or null
     * @param reason why there is no type, or null
     * @param stack outermost first, from the first tier's root to this process's leaf, with a boundary frame per
     * process
     * @param times  when they were taken
     */
    public record Entry(RecordedProcess process, RecordedProcess.Label label, String type, String reason,
            List<Frame> stack, long samples,
            SampleTimes times) {
        /** Milliseconds of what the process's metric measures. */
        public double millis() {
            return process.millis(samples);
        }

        /** The same in nanoseconds, of which shares are made: a tier's processes may have different intervals. */
        public double nanos() {
            return process.nanos(samples);
        }

        /**
         * What the transaction is called where a name is needed: its type, or the reason for having none in brackets.
         */
        public String transaction() {
            return type != null ? type : "(" + reason + ")";
        }
    }

    public final List<RecordedProcess> processes;
    public final List<Entry> entries;
    public final List<StitchedLockWait> waits;
    public final List<StitchedMessage> messages;
    /** Those of all types and tiers in the profile's time, the same objects: the others' tell who has received what. */
    public final List<StitchedMessage> allMessages;
    /** Requests by transaction type: how often it was begun, at the process that named it. */
    public final Map<String, Long> requests;
    /** The same, and when. */
    public final Map<String, TimedSum<Long>> begun;
    /** The header traceparent of one request of a type, where one had it: it leads to a trace. */
    public final Map<String, String> traceparents;
    /**
     * The range of time that requests, waits and messages are of, if that is a part of the recording; else null. It is
     * wider than that of the samples.
     */
    public final TimeRange aggregates;
    /** The time that was selected; null: all. */
    private final TimeRange selected;
    /** By process, what {@link RecordedProcess#samples} count in the profile's time, of all types and tiers. */
    private final Map<RecordedProcess, Long> counted;

    private Profile(List<RecordedProcess> processes, List<Entry> entries, List<StitchedLockWait> waits,
            List<StitchedMessage> messages, List<StitchedMessage> allMessages, Map<String, TimedSum<Long>> begun,
            Map<String, String> traceparents, TimeRange aggregates, TimeRange selected,
            Map<RecordedProcess, Long> counted) {
        this.processes = processes;
        this.entries = entries;
        this.waits = waits;
        this.messages = messages;
        this.allMessages = allMessages;
        this.begun = Map.copyOf(begun);
        this.traceparents = Map.copyOf(traceparents);
        this.aggregates = aggregates;
        this.selected = selected;
        this.counted = counted;
        Map<String, Long> sums = new HashMap<>();
        begun.forEach((type, n) -> sums.put(type, n.sum()));
        requests = Map.copyOf(sums);
    }

    /** Stitches any number of processes; the order does not matter. */
    public static Profile stitch(Collection<RecordedProcess> recorded) {
        List<RecordedProcess> processes = recorded.stream()
                .sorted(Comparator.comparing((RecordedProcess s) -> s.tier).thenComparingLong(s -> s.uid)).toList();
        Stitcher stitcher = new Stitcher(processes);
        List<Entry> entries = new ArrayList<>();
        List<StitchedLockWait> waits = new ArrayList<>();
        List<StitchedMessage> messages = new ArrayList<>();
        Map<RecordedProcess, Long> counted = new HashMap<>();
        for (RecordedProcess process : processes) {
            counted.put(process, process.totalSamples());
            process.samples.bins().forEach(bin -> entries.add(entry(stitcher, process, bin)));
            process.waits.forEach((wait, times) -> waits.add(wait(stitcher, process, wait, times)));
            process.messages.forEach((m, times) -> messages.add(MessageStitching.of(stitcher, process, m, times)));
        }
        return new Profile(processes, List.copyOf(entries), List.copyOf(waits), List.copyOf(messages),
                List.copyOf(messages), begun(stitcher, processes), traceparents(stitcher, processes), null, null,
                counted);
    }

    /**
     * Part of this profile. Samples are those of the selected time,
     * to their slot; requests, waits and messages are those of all the stretches, between one writing and the next,
     * that overlap it.
     */
    public Profile select(Selection s) {
        List<Entry> some = new ArrayList<>();
        for (Entry e : entries)
            if (s.hasTier(e.process) && s.hasType(e.transaction())) {
                SampleTimes times = e.times.within(s.fromNanos(), s.toNanos());
                long n = times.samples();
                if (n > 0)
                    some.add(new Entry(e.process, e.label, e.type, e.reason, e.stack, n, times));
            }
        List<StitchedLockWait> waited = new ArrayList<>();
        for (StitchedLockWait w : waits)
            if (s.hasTier(w.process()) && (s.hasType(w.waiter().name()) || s.hasType(w.holder().name())))
                s.of(w.timed()).ifPresent(times -> waited.add(w.at(times)));
        List<StitchedMessage> exchanged = new ArrayList<>(), ofAll = new ArrayList<>();
        Set<StitchedMessage> own = Collections.newSetFromMap(new IdentityHashMap<>());
        own.addAll(messages);
        for (StitchedMessage m : allMessages)
            s.of(m.timed()).map(m::at).ifPresent(inTime -> {
                ofAll.add(inTime);
                if (own.contains(m) && s.hasMessage(m))
                    exchanged.add(inTime);
            });
        Map<String, TimedSum<Long>> someBegun = new HashMap<>();
        begun.forEach((type, n) -> {
            if (s.hasType(type))
                s.of(n).filter(times -> times.sum() > 0).ifPresent(times -> someBegun.put(type, times));
        });
        List<TimedSum<?>> timed = new ArrayList<>(someBegun.values());
        waited.forEach(w -> timed.add(w.timed()));
        exchanged.forEach(m -> timed.add(m.timed()));
        return new Profile(processes, List.copyOf(some), List.copyOf(waited), List.copyOf(exchanged),
                List.copyOf(ofAll), someBegun, traceparents, s.isWholeTime() ? aggregates : TimeRange.of(timed),
                s.isWholeTime() ? selected : new TimeRange(s.fromNanos(), s.toNanos()),
                s.isWholeTime() ? counted : countedIn(s));
    }

    /** From a process's start to its last sample, and of that what was selected; null if it has no samples. */
    public TimeRange timeOf(RecordedProcess process) {
        if (process.lastNanos < process.firstNanos)
            return null;
        long from = Math.min(process.startUnixNanos, process.firstNanos + process.clockOffsetNanos);
        long to = process.lastNanos + process.clockOffsetNanos;
        if (selected == null)
            return new TimeRange(from, to);
        long first = Math.max(selected.fromNanos(), from);
        return new TimeRange(first, Math.max(first, Math.min(selected.toNanos(), to)));
    }

    private Map<RecordedProcess, Long> countedIn(Selection s) {
        Map<RecordedProcess, Long> some = new HashMap<>();
        for (Entry e : entries)
            some.merge(e.process, e.times.within(s.fromNanos(), s.toNanos()).samples(), Long::sum);
        return some;
    }

    /** What a process's samples count in the time that the profile is of, whatever types and tiers were selected. */
    public long samples(RecordedProcess process) {
        return counted.getOrDefault(process, 0L);
    }

    /** How many of the process's samples were taken in the profile's time: less than {@link #samples} where those have
     * lengths. */
    public long taken(RecordedProcess process) {
        if (process.countedNanos() == process.intervalNanos)
            return samples(process);
        return process.taken.bins().stream().map(Samples.Bin::times)
                .map(t -> selected == null ? t : t.within(selected.fromNanos(), selected.toNanos()))
                .mapToLong(SampleTimes::samples).sum();
    }

    /** The metrics of its processes, CPU first. */
    public SortedSet<Metric> metrics() {
        SortedSet<Metric> metrics = new TreeSet<>();
        processes.forEach(s -> metrics.add(s.metric()));
        return metrics;
    }

    /** When the first sample was taken, in ns since 1970, rounded down to the slots in which times are known. */
    public long startNanos() {
        return startNanos(processes).orElse(0);
    }

    /** The same of processes that need not be put together; nothing if none has samples. */
    public static OptionalLong startNanos(Collection<RecordedProcess> processes) {
        long slot = processes.stream().map(s -> s.samples).mapToLong(Samples::slotNanos).max().orElse(1);
        OptionalLong first = processes.stream().filter(s -> s.firstNanos != Long.MAX_VALUE)
                .mapToLong((RecordedProcess s) -> s.firstNanos + s.clockOffsetNanos).min();
        return first.isEmpty() ? first : OptionalLong.of(Math.floorDiv(first.getAsLong(), slot) * slot);
    }

    private static Entry entry(Stitcher stitcher, RecordedProcess process, Samples.Bin bin) {
        Attribution party = bin.label() instanceof RecordedProcess.Label.Of of
                ? party(stitcher, process, of.context(), bin.stack())
                : named(callPath(process, bin.stack()), local(process, bin.stack()),
                        ((RecordedProcess.Label.Missing) bin.label()).reason());
        return new Entry(process, bin.label(), party.type(), party.reason(), party.stack(), bin.samples(), bin.times());
    }

    /** @param own the stack within the process */
    private static Attribution party(Stitcher stitcher, RecordedProcess process, int context, List<Frame> own) {
        Stitcher.Origin origin = stitcher.origin(process, context);
        if (origin.reason() != null)
            return new Attribution(null, origin.reason(), local(process, own));
        List<Frame> stack = new EndToEndStack(origin.path(), Frame.boundary(process.tier), own);
        if (origin.type() != null)
            return new Attribution(origin.type(), null, stack);
        Optional<String> handlers = TransactionNaming.ofHandlers(origin.path());
        boolean handled = !origin.path().isEmpty()
                && origin.path().get(origin.path().size() - 1).kind() == Frame.Kind.HANDLER;
        return named(handled ? handlers : callPath(process, own).or(() -> handlers), stack,
                "thread without a transaction");
    }

    private static Optional<String> callPath(RecordedProcess process, List<Frame> own) {
        return process.jvm ? TransactionNaming.ofStack(own, process.application) : Optional.empty();
    }

    private static Attribution named(Optional<String> type, List<Frame> stack, String otherwise) {
        return new Attribution(type.orElse(null), type.isPresent() ? null : otherwise, stack);
    }

    private static StitchedLockWait wait(Stitcher stitcher, RecordedProcess process, LockWait wait,
            TimedSum<WaitHistogram> times) {
        List<Frame> path = stitcher.callPath(process, wait.waiterPath());
        return new StitchedLockWait(process, party(stitcher, process, wait.waiter(), path),
                holder(stitcher, process, wait),
                wait.end(),
                wait.kind(), wait.lock(), LockSite.of(wait.kind(), wait.lock(), path), times);
    }

    private static Attribution holder(Stitcher stitcher, RecordedProcess process, LockWait wait) {
        List<Frame> path = stitcher.callPath(process, wait.holderPath());
        return switch (wait.end()) {
            case WOKEN -> wait.holder() == Context.ROOT
                    ? new Attribution(null, "thread without a transaction", local(process, path))
                    : party(stitcher, process, wait.holder(), path);
            case TIMEOUT -> Attribution.without("timeout");
            case UNSEEN -> Attribution.without("waker not seen");
            case OWN_TASK -> Attribution.without("own task");
            case LASTS, DEADLOCK -> wait.holder() == Context.ROOT ? Attribution.without("had not ended")
                    : party(stitcher, process, wait.holder(), path);
        };
    }

    private static List<Frame> local(RecordedProcess process, List<Frame> own) {
        return new EndToEndStack(List.of(), Frame.boundary(process.tier), own);
    }

    private static Map<String, TimedSum<Long>> begun(Stitcher stitcher, List<RecordedProcess> processes) {
        Map<String, TimedSum<Long>> begun = new HashMap<>();
        for (RecordedProcess process : processes)
            process.counts.forEach((context, counts) -> {
                if (counts.sum().begun() > 0)
                    typeBegunBy(stitcher.origin(process, context), process, context).ifPresent(
                            t -> begun.merge(t, counts.map(ContextCounts::begun, Long::sum), TimedSum::plus));
            });
        return begun;
    }

    private static Map<String, String> traceparents(Stitcher stitcher, List<RecordedProcess> processes) {
        Map<String, String> examples = new HashMap<>();
        for (RecordedProcess process : processes)
            process.traceparents.forEach((context, traceparent) -> typeBegunBy(stitcher.origin(process, context),
                    process, context).ifPresent(t -> examples.putIfAbsent(t, traceparent)));
        return examples;
    }

    /** The transaction type of which the context is the beginning: it names it, or is the path of stages that does. */
    private static Optional<String> typeBegunBy(Stitcher.Origin o, RecordedProcess process,
            int context) {
        if (o.type() != null)
            return o.typeProcess() == process.uid && o.typeContext() == context ? Optional.of(o.type())
                    : Optional.empty();
        return TransactionNaming.ofHandlers(o.path());
    }
}
