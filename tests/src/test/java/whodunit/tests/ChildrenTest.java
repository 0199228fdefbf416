// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Recording;
import whodunit.tests.run.Whodunit;

/** Programs that fork and start other programs, recorded as a whole. */
class ChildrenTest {
    private static final String SPIN = "my $x = 0; $x += $_ * $_ for 1 .. 4_000_000; ";

    @TempDir
    Path directory;

    private Finished record(String... command) throws Exception {
        List<String> words = new ArrayList<>(Whodunit.record(directory.resolve("rec"), "tree"));
        words.addAll(List.of(command));
        return Finished.run(words);
    }

    @Test
    void outputAndStatusAreTheProgramsOwnAndEachProgramIsRecorded() throws Exception {
        Finished run = record("bash", "-c", "perl -e '" + SPIN + "print \"one\\n\"' && "
                + "(perl -e '" + SPIN + "print \"two\\n\"' | cat) && echo $(perl -e 'print \"three\"') && exit 7");
        assertThat(run.status()).isEqualTo(7);
        assertThat(run.output()).isEqualTo("one\ntwo\nthree\n");
        assertThat(run.errors()).isEmpty();
        assertThat(Recording.finished(directory.resolve("rec"), "tree")).hasSize(2);
        var processes = Whodunit.report(directory.resolve("rec")).getAsJsonArray("processes");
        assertThat(processes).hasSize(2)
                .allSatisfy(s -> assertThat(s.getAsJsonObject().get("samples").getAsLong()).isPositive());
    }

    /** The parent's recording goes on while children that it forked run, exec and end in every way: it has its CPU. */
    @Test
    void aParentIsRecordedAcrossForks() throws Exception {
        Path script = Files.writeString(directory.resolve("forks.pl"), """
                use POSIX ();
                sub spin { %s }
                for my $i (1 .. 12) {
                    spin() if $i %% 4 == 0;
                    my $child = fork;
                    if ($child == 0) {
                        exit 0 if $i %% 3 == 0;                     # destructors run
                        POSIX::_exit(0) if $i %% 3 == 1;            # they don't
                        exec 'perl', '-e', 'exit 0';                # another program
                    }
                    waitpid $child, 0;
                    die "child $i ended with $?" if $?;
                }
                my $killed = fork;
                if ($killed == 0) { sleep 100 }
                kill 9, $killed;
                waitpid $killed, 0;
                spin();
                print join(' ', times), "\\n";                        # the kernel's: user, system, the children's
                """.formatted(SPIN));
        Finished run = record("perl", script.toString());
        assertThat(run.errors()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.output()).matches("([0-9.]+ ){3}[0-9.]+\n");
        String[] seconds = run.output().split(" ");
        double kernel = 1000 * (Double.parseDouble(seconds[0]) + Double.parseDouble(seconds[1]));
        Report report = new Report(Whodunit.report(directory.resolve("rec")));
        assertThat(report.json().getAsJsonArray("processes")).hasSize(1);
        assertThat(report.process("tree").get("cpu_ms").getAsDouble()).isBetween(0.8 * kernel, 1.15 * kernel);
    }
}
