// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import it.unimi.dsi.fastutil.longs.Long2LongAVLTreeMap;
import whodunit.profile.Profile;

/**
 * When each entry's samples were taken, in at most {@link #MOST_SLOTS} slots of equal length, and in not too many
 * numbers.
 */
final class TimeColumns {
    private static final long MOST_SLOTS = 300;
    private static final long MOST_CELLS = 600_000;

    private final Profile profile;
    private long slotNanos;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    private TimeColumns(Profile profile) {
        this.profile = profile;
    }

    static TimeColumns of(Profile profile) {
        TimeColumns columns = new TimeColumns(profile);
        columns.slotNanos = profile.processes.stream().mapToLong(s -> s.samples.slotNanos()).max().orElse(1);
        for (Profile.Entry e : profile.entries)
            e.times().forEach((slot, n) -> {
                columns.first = Math.min(columns.first, slot * e.times().slotNanos());
                columns.last = Math.max(columns.last, slot * e.times().slotNanos());
            });
        while (columns.slots() > MOST_SLOTS || columns.slots() > 1 && columns.cells() > MOST_CELLS)
            columns.slotNanos *= 2;
        return columns;
    }

    private long slots() {
        return last < first ? 0 : last / slotNanos - first / slotNanos + 1;
    }

    private long cells() {
        return profile.entries.stream().mapToLong(e -> slots(e).size()).sum();
    }

    private Long2LongAVLTreeMap slots(Profile.Entry e) {
        Long2LongAVLTreeMap slots = new Long2LongAVLTreeMap();
        e.times().forEach((slot, n) -> slots.addTo(slot * e.times().slotNanos() / slotNanos - first / slotNanos, n));
        return slots;
    }

    /**
     * Per entry how many slots it has samples in; then, for all entries, each one's distance from the one before, and
     * its samples.
     */
    JsonObject json() {
        JsonArray sizes = new JsonArray(), steps = new JsonArray(), counts = new JsonArray();
        for (Profile.Entry e : profile.entries) {
            Long2LongAVLTreeMap slots = slots(e);
            sizes.add(slots.size());
            long before = 0;
            for (var s : slots.long2LongEntrySet()) {
                steps.add(s.getLongKey() - before);
                counts.add(s.getLongValue());
                before = s.getLongKey();
            }
        }
        JsonObject o = new JsonObject();
        o.addProperty("slot_ms", slotNanos / 1e6);
        o.addProperty("start_ms", slots() == 0 ? 0 : first / slotNanos * slotNanos / 1e6);
        o.addProperty("slots", slots());
        o.add("size", sizes);
        o.add("step", steps);
        o.add("count", counts);
        return o;
    }
}
