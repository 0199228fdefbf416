// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The function to look at first: the innermost one of a tier through which most of a transaction type's CPU goes, and
 * which does not only pass requests on.
 *
 * @param percent of what the type burns in the tier
 * @param source  where it begins; null where it is not known
 */
public record HotFunction(String name, double percent, SourceLine source) {
    /** What is most of it: nearly all; where the work is spread over several functions, the largest part. */
    private static final int[] ENOUGH_PERCENT = {80, 50, 25};

    private static final class Sum {
        double nanos;
        double depths;
        SourceLine source;

        double depth() {
            return depths / nanos;
        }
    }

    public HotFunction(String name, double percent) {
        this(name, percent, null);
    }

    /** The function as sentences name it: with its source line, if that is known. */
    public String place() {
        return source == null ? name : name + " at " + source.brief();
    }

    /**
     * Empty if there is none that would tell anything.
     *
     * @param type null: what belongs to no transaction
     */
    public static Optional<HotFunction> of(Profile profile, String type, String tier) {
        Map<String, Sum> functions = new HashMap<>();
        double total = 0;
        for (Profile.Entry e : profile.entries)
            if (Objects.equals(type, e.type()) && e.process().tier.equals(tier)) {
                total += e.nanos();
                add(functions, e);
            }
        for (int percent : ENOUGH_PERCENT) {
            Optional<HotFunction> found = innermost(functions, total, percent);
            if (found.isPresent())
                return found;
        }
        return Optional.empty();
    }

    private static Optional<HotFunction> innermost(Map<String, Sum> functions, double total, int percent) {
        return functions.entrySet().stream().filter(f -> 100 * f.getValue().nanos >= percent * total)
                .max(Comparator.comparingDouble((Map.Entry<String, Sum> f) -> f.getValue().depth())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(f -> new HotFunction(f.getKey(), 100 * f.getValue().nanos / total,
                        f.getValue().source));
    }

    private static void add(Map<String, Sum> functions, Profile.Entry e) {
        List<Frame> stack = e.stack();
        Set<String> seen = new HashSet<>();
        for (int i = stack.size() - 1; i >= 0 && stack.get(i).kind() != Frame.Kind.BOUNDARY; i--) {
            String name = stack.get(i).name();
            boolean passesOn = i < stack.size() - 1 && Dispatchers.has(name);
            if (passesOn || !isFunction(name) || !seen.add(name))
                continue; // of a recursion the innermost call counts
            Sum sum = functions.computeIfAbsent(name, k -> new Sum());
            sum.nanos += e.nanos();
            sum.depths += e.nanos() * i;
            sum.source = stack.get(i).source();
        }
    }

    /** A module, or an address in it, is no function; the name in brackets of what could not be seen is none either. */
    private static boolean isFunction(String name) {
        return name.indexOf('/') < 0 && name.indexOf("+0x") < 0 && !name.isEmpty() && !name.startsWith("[")
                && !name.equals("unknown");
    }
}
