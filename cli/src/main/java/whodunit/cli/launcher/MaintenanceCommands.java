// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.launcher;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is done to a checkout of Whodunit rather than with it. */
public final class MaintenanceCommands {
    private MaintenanceCommands() {}

    @Command(name = "setup", header = "Install what is missing (Debian packages).",
            customSynopsis = "@|bold whodunit setup|@",
            description = {
                    "Installs the Debian packages that are missing, as root or through sudo, without starting or "
                            + "enabling the services among them; and, if there is no Go, its pprof, into build/tools. "
                            + "build, test and demo do it first, by themselves. On another system than Debian it does "
                            + "nothing. Its log is build/setup.log."},
            footer = {"", "Example:", "  whodunit setup"})
    public static final class Setup extends LauncherCommand {}

    @Command(name = "build", header = "Build everything into build/dist.",
            customSynopsis = "@|bold whodunit build|@",
            description = {
                    "Installs what is missing (whodunit setup) and builds everything; what would be shipped goes to "
                            + "build/dist, manual pages and shell completion to build/dist/share. It does nothing if "
                            + "no source has changed since the last build. Its log is build/build.log. demo and test "
                            + "do it first, by themselves; record, report and the others only if nothing is built "
                            + "yet."},
            footer = {"", "Example:", "  whodunit build"})
    public static final class Build extends LauncherCommand {}

    @Command(name = "test", header = "Install, build, and run all tests.",
            customSynopsis = "@|bold whodunit test|@ [MAVEN OPTION...]",
            description = {
                    "Installs what is missing, builds, and runs all checks and tests: of the C parts, of the Java "
                            + "parts, and end to end on real servers (private ones, on the loopback interface). The "
                            + "last lines name what failed and what was therefore not run, "
                            + "and count what passed, failed and was skipped."},
            footer = {"", "Examples:", "  whodunit test",
                    "  whodunit test -pl :whodunit-cli -am     # one module and those that it needs",
                    "  whodunit test -Dtest=TwoTierTest -Dsurefire.failIfNoSpecifiedTests=false"})
    public static final class Test extends LauncherCommand {
        @Parameters(paramLabel = "MAVEN OPTION", description = "Goes to mvn as it is.", arity = "0..*")
        private List<String> options;
    }

    @Command(name = "lint", header = "Check all sources: form, long lines, clang-tidy.",
            customSynopsis = "@|bold whodunit lint|@",
            description = {
                    "Checks all sources that git knows, without running anything: their form (whodunit format "
                            + "--check), lines of more than 120 columns, and clang-tidy over the native code "
                            + "(.clang-tidy). Fails if there is a finding. whodunit test does it first."},
            footer = {"", "Example:", "  whodunit lint"})
    public static final class Lint extends LauncherCommand {}

    @Command(name = "format", header = "Bring all sources into the project's form.",
            customSynopsis = "@|bold whodunit format|@ [--check]",
            description = {"Formats all C and Java sources that git knows."},
            footer = {"", "Examples:", "  whodunit format", "  whodunit format --check"})
    public static final class Format extends LauncherCommand {
        @Option(names = "--check",
                description = "Change nothing; name the files that are not in the project's form, "
                        + "and fail if there are any.")
        private boolean check;
    }
}
