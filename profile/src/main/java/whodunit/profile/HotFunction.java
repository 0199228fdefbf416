package whodunit.profile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The function to look at first: the innermost one of a tier through which nearly all of a transaction type's CPU goes.
 *
 * @param percent of what the type burns in the tier
 * @param source  where it begins; null where it is not known
 */
public record HotFunction(String name, double percent, SourceLine source) {
    private static final double NEARLY_ALL_PERCENT = 80;

    private static final class Sum {
        long samples;
        long depths;
        SourceLine source;
    }

    /** As it is told in a sentence. */
    public String place() {
        return source == null ? name : name + " at " + source.brief();
    }

    /** Empty if there is none that has a name of its own. */
    public static Optional<HotFunction> of(Profile profile, String type, String tier) {
        Map<String, Sum> functions = new HashMap<>();
        long total = 0;
        for (Profile.Entry e : profile.entries)
            if (type.equals(e.type()) && e.process().tier.equals(tier)) {
                total += e.samples();
                add(functions, e);
            }
        double least = total * NEARLY_ALL_PERCENT / 100;
        double all = total;
        return functions.entrySet().stream().filter(f -> f.getValue().samples >= least)
                .max(Map.Entry.comparingByValue(
                        (a, b) -> Double.compare((double) a.depths / a.samples, (double) b.depths / b.samples)))
                .map(f -> new HotFunction(f.getKey(), 100 * f.getValue().samples / all,
                        f.getValue().source));
    }

    private static void add(Map<String, Sum> functions, Profile.Entry e) {
        List<Frame> stack = e.stack();
        Set<String> seen = new HashSet<>();
        for (int i = stack.size() - 1; i >= 0 && stack.get(i).kind() != Frame.Kind.BOUNDARY; i--) {
            String name = stack.get(i).name();
            if (name.indexOf('/') >= 0 || name.equals("unknown") || !seen.add(name))
                continue; // a module without symbols says nothing; of a recursion the innermost call counts
            Sum sum = functions.computeIfAbsent(name, k -> new Sum());
            sum.samples += e.samples();
            sum.depths += e.samples() * i;
            sum.source = stack.get(i).source();
        }
    }
}
