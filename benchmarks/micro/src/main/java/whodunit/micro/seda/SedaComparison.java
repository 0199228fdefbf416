// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Spread;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;

@Command(name = "seda", mixinStandardHelpOptions = true, sortOptions = false,
        description = "What a stage's queue costs, in pairs of JVMs: FiniteQueue against a LinkedBlockingQueue with "
                + "the same semantics, both with the agent; and a stage's dispatch with contexts against itself "
                + "without the agent.")
public final class SedaComparison implements Callable<Integer> {
    private static final String FINITE = "FiniteQueue", LINKED = "LinkedBlockingQueue";

    @Option(names = "--agent", required = true, hidden = true)
    private String agent;

    @Option(names = "--rounds", converter = Count.class, description = "Pairs of each kind (6; with --quick 3).")
    private Integer rounds;

    @Option(names = "--quick", description = "One minute and a half instead of six; wider spread.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Every round's figures, for programs.")
    private Path json;

    public static void main(String[] args) {
        System.exit(Commands.execute(new SedaComparison(), args));
    }

    @Override
    public Integer call() throws Exception {
        Fork.Length length = quick ? new Fork.Length(2, 3, 300) : new Fork.Length(3, 5, 800);
        Pairs one = throughput("one to one", 1), four = throughput("four to one", 4);
        Pairs handoff = new Pairs("there and back", "us", 1e-3, queue(SedaHandoff.class, FINITE, Map.of()),
                queue(SedaHandoff.class, LINKED, Map.of()));
        Pairs contexts = new Pairs("dispatch", "ns", 1, new Fork(SedaDispatch.class, agent, Map.of()),
                new Fork(SedaDispatch.class, null, Map.of()));
        List<Pairs> all = List.of(one, four, handoff, contexts);
        int turns = rounds != null ? rounds : quick ? 3 : 6;
        for (int round = 1; round <= turns; round++) {
            System.err.printf("round %d of %d%n", round, turns);
            for (Pairs pairs : all)
                pairs.round(length, round % 2 == 1);
        }
        print(turns, one, four, handoff, contexts);
        if (json != null)
            Files.writeString(json, json(turns, all));
        return 0;
    }

    private Pairs throughput(String name, int producers) {
        Map<String, String> more = Map.of("producers", Integer.toString(producers));
        return new Pairs(name, "M elements/s", 1e-6, queue(SedaThroughput.class, FINITE, more),
                queue(SedaThroughput.class, LINKED, more));
    }

    private Fork queue(Class<?> benchmark, String queue, Map<String, String> more) {
        Map<String, String> parameters = new HashMap<>(more);
        parameters.put("queue", queue);
        return new Fork(benchmark, agent, parameters);
    }

    private static void print(int turns, Pairs one, Pairs four, Pairs handoff, Pairs contexts) {
        System.out.printf("%d rounds, median (min to max); the ratio is that of the pairs%n%n", turns);
        System.out.printf("%-20s %-30s %-30s %s%n", "", "FiniteQueue, contexts", "LinkedBlockingQueue", "ratio");
        for (Pairs pairs : List.of(one, four, handoff))
            System.out.println(pairs.line());
        System.out.printf("%n%-20s %-30s %-30s %s%n", "", "with contexts", "without agent", "ratio");
        System.out.println(contexts.line());
        System.out.println();
        goal("M elements/s one to one, at least 12", one.ours(), 2, one.ours().median() >= 12);
        goal("M elements/s four to one, at least 25", four.ours(), 2, four.ours().median() >= 25);
        goal("hand-off, at most 1.05 of LinkedBlockingQueue", handoff.ratio(), 3, handoff.ratio().median() <= 1.05);
        goal("ns per element for contexts, at most 5", contexts.difference(), 2, contexts.difference().median() <= 5);
    }

    private static void goal(String what, Spread spread, int digits, boolean met) {
        System.out.printf("%-50s %-30s %s%n", what, spread.text(digits), met ? "met" : "missed");
    }

    private static String json(int turns, List<Pairs> all) {
        return String.format(Locale.ROOT,
                "{\"rounds\": %d, \"java\": \"%s\", \"processors\": %d, \"pairs\": [%n  %s%n]}%n", turns,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                all.stream().map(Pairs::json).collect(Collectors.joining(",\n  ")));
    }
}
