// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.Map;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import whodunit.harness.Spread;

/**
 * One JVM that runs one benchmark.
 *
 * @param agent the JVM's option that loads the agent; null: it runs without
 * @param parameters the benchmark's, by their names
 */
record Fork(Class<?> benchmark, String agent, Map<String, String> parameters) {
    /** How long a fork runs. */
    record Length(int warmUps, int iterations, int millis) {}

    /**
     * @return the median of the iterations' scores, which one that was disturbed does not change; in the benchmark's
     * own unit
     */
    double score(Length length) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder().include("^" + benchmark.getName() + "\\.").forks(1)
                .warmupIterations(length.warmUps).warmupTime(TimeValue.milliseconds(length.millis))
                .measurementIterations(length.iterations).measurementTime(TimeValue.milliseconds(length.millis))
                .shouldFailOnError(true).verbosity(VerboseMode.SILENT);
        if (agent != null)
            options.jvmArgsAppend(agent);
        parameters.forEach(options::param);
        return Spread.of(new Runner(options.build()).runSingle().getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(iteration -> iteration.getPrimaryResult().getScore()).toList()).median();
    }
}
