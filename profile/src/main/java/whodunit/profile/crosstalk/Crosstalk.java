// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.crosstalk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import whodunit.profile.Frame;
import whodunit.profile.LockWait;
import whodunit.profile.Profile;
import whodunit.profile.StitchedLockWait;
import whodunit.profile.TimedSum;
import whodunit.profile.WaitHistogram;

/**
 * Which transaction type makes which wait, on which tier and where (paper, section 6). Processes of the same tier name
 * are one.
 */
public final class Crosstalk {
    /** What the holder of a wait was, seen from the waiter. */
    public enum Relation { SAME_TYPE, OTHER_TYPE, NONE }

    /**
     * Waits of one type for another at one place.
     *
     * @param holder the holder's type; in brackets why there is none: such waits are no crosstalk
     * @param paths  the call paths that meet here, the most waiting first
     */
    public record Row(String tier, String waiter, String holder, String site, Relation relation, WaitHistogram times,
            List<Path> paths) {}

    /** Where the waiter waited and where the holder let go, both outermost first. */
    public record Path(LockWait.Kind kind, LockWait.End end, String lock, List<Frame> waiter, List<Frame> holder,
            TimedSum<WaitHistogram> timed) {
        public WaitHistogram times() {
            return timed.sum();
        }
    }

    private record RowKey(String tier, String waiter, String holder, String site, Relation relation) {}

    private record PathKey(LockWait.Kind kind, LockWait.End end, String lock, List<Frame> waiter, List<Frame> holder) {}

    private static final Comparator<Row> MOST_WAITING = Comparator.comparingDouble((Row r) -> -r.times.totalMillis())
            .thenComparing(Row::tier).thenComparing(Row::waiter).thenComparing(Row::holder).thenComparing(Row::site);

    /** Waits of a transaction for a transaction, the most waiting first. */
    public final List<Row> rows;
    /**
     * Waits of transactions that no transaction ended: by timeout, by a thread without transaction, or nobody was seen.
     */
    public final List<Row> withoutHolder;
    /** By tier name: how much of the waiting of transactions had which holder. All three relations are present. */
    public final Map<String, Map<Relation, WaitHistogram>> holders;
    /** By waiting type, then tier name. */
    private final Map<String, Map<String, WaitHistogram>> byWaiter = new TreeMap<>();
    private final Map<String, Long> requests;

    public Crosstalk(Profile profile) {
        this(profile, Set.of());
    }

    /** @param tiers only of these; empty: of all */
    public Crosstalk(Profile profile, Set<String> tiers) {
        requests = profile.requests;
        holders = new TreeMap<>();
        Map<RowKey, Map<PathKey, List<TimedSum<WaitHistogram>>>> sums = new LinkedHashMap<>();
        for (StitchedLockWait w : profile.waits)
            if (tiers.isEmpty() || tiers.contains(w.process().tier))
                add(sums, w);
        List<Row> all = new ArrayList<>();
        sums.forEach((key, paths) -> all.add(row(key, paths)));
        all.sort(MOST_WAITING);
        rows = all.stream().filter(r -> r.relation != Relation.NONE).toList();
        withoutHolder = all.stream().filter(r -> r.relation == Relation.NONE).toList();
    }

    private void add(Map<RowKey, Map<PathKey, List<TimedSum<WaitHistogram>>>> sums, StitchedLockWait w) {
        Relation relation = !w.isCrosstalk() ? Relation.NONE
                : w.holder().type().equals(w.waiter().type()) ? Relation.SAME_TYPE : Relation.OTHER_TYPE;
        RowKey row = new RowKey(w.process().tier, w.waiter().name(), w.holder().name(), w.site(), relation);
        PathKey path = new PathKey(w.kind(), w.end(), w.lock(), w.waiter().stack(), w.holder().stack());
        sums.computeIfAbsent(row, k -> new LinkedHashMap<>()).computeIfAbsent(path, k -> new ArrayList<>())
                .add(w.timed());
        holders.computeIfAbsent(w.process().tier, k -> empty()).get(relation).add(w.times());
        if (relation != Relation.NONE)
            byWaiter.computeIfAbsent(w.waiter().name(), k -> new TreeMap<>())
                    .computeIfAbsent(w.process().tier, k -> new WaitHistogram()).add(w.times());
    }

    private static Map<Relation, WaitHistogram> empty() {
        Map<Relation, WaitHistogram> m = new EnumMap<>(Relation.class);
        for (Relation r : Relation.values())
            m.put(r, new WaitHistogram());
        return m;
    }

    private static Row row(RowKey key, Map<PathKey, List<TimedSum<WaitHistogram>>> paths) {
        WaitHistogram total = new WaitHistogram();
        List<Path> list = new ArrayList<>();
        paths.forEach((p, timed) -> {
            Path path = new Path(p.kind, p.end, p.lock, p.waiter, p.holder, TimedSum.join(timed));
            total.add(path.times());
            list.add(path);
        });
        list.sort(Comparator.comparingDouble((Path p) -> -p.times().totalMillis()).thenComparing(Path::toString));
        return new Row(key.tier, key.waiter, key.holder, key.site, key.relation, total, List.copyOf(list));
    }

    /**
     * The time that requests of this type waited for transactions, on average over all of them (paper, Table 1); 0 if
     * their number is not known.
     */
    public double meanMillis(String type) {
        return perRequest(type, of(type));
    }

    /** The same, by tier name; tiers where the type did not wait are absent. */
    public Map<String, Double> meanMillisByTier(String type) {
        Map<String, Double> means = new TreeMap<>();
        byWaiter.getOrDefault(type, Map.of()).forEach((tier, times) -> means.put(tier, perRequest(type, times)));
        return means;
    }

    private double perRequest(String type, WaitHistogram times) {
        long n = requests.getOrDefault(type, 0L);
        return n == 0 ? 0 : times.totalMillis() / n;
    }

    /** All waits of this type for transactions. */
    public WaitHistogram of(String type) {
        WaitHistogram all = new WaitHistogram();
        byWaiter.getOrDefault(type, Map.of()).values().forEach(all::add);
        return all;
    }

    /** Types that waited for transactions, the most waiting first. */
    public List<String> waiters() {
        return byWaiter.keySet().stream().sorted(Comparator.comparingDouble((String type) -> -of(type).totalMillis())
                .thenComparing(Comparator.naturalOrder())).toList();
    }

    /** How often requests of this type were begun; 0 if nothing counted them. */
    public long requests(String type) {
        return requests.getOrDefault(type, 0L);
    }

    /** Rows of the same tier, waiter and holder taken together, the most waiting first; the site is left empty. */
    public List<Row> pairs() {
        Map<RowKey, WaitHistogram> sums = new LinkedHashMap<>();
        for (Row r : rows)
            sums.computeIfAbsent(new RowKey(r.tier, r.waiter, r.holder, "", r.relation), k -> new WaitHistogram())
                    .add(r.times);
        List<Row> pairs = new ArrayList<>();
        sums.forEach(
                (k, times) -> pairs.add(new Row(k.tier, k.waiter, k.holder, k.site, k.relation, times, List.of())));
        pairs.sort(MOST_WAITING);
        return pairs;
    }
}
