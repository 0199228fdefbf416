// SPDX-License-Identifier: Apache-2.0
package whodunit.handoffs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.DirectoryTree;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.ServerProcess;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;

@Command(name = "benchmarks/handoffs/oracle", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Hands work of 15 transaction types and of none over in all ways that the JDK has, each piece "
                + "with a statement that says whose it is, and holds the synopsis that the server got with it, as its "
                + "general log has it, against that. The exit status is 1 if one is wrong or nobody's.")
public final class Oracle implements Callable<Integer> {
    @Option(names = "--statements", converter = Count.class, defaultValue = "20000",
            description = "Through each loop that a request starts (${DEFAULT-VALUE}).")
    private int statements;

    @Option(names = "--each", converter = Count.class, defaultValue = "1000",
            description = "In each other way (${DEFAULT-VALUE}).")
    private int each;

    @Option(names = "--jdk", paramLabel = "PATH", description = "JDK to run; may be repeated (the one that runs this).")
    private List<String> jdks = new ArrayList<>();

    @Option(names = "--virtual", description = "On virtual threads only, which a JDK has from 21 on.")
    private boolean virtualOnly;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] arguments) {
        System.exit(Commands.execute(new Oracle(), arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (jdks.isEmpty())
            jdks.add(System.getProperty("java.home"));
        int bad = 0;
        for (String jdk : jdks)
            for (boolean virtual : virtualOnly ? new boolean[] {true}
                    : hasVirtualThreads(jdk) ? new boolean[] {false, true} : new boolean[] {false}) {
                System.out.printf("%n%s, %s threads%n", jdk, virtual ? "virtual" : "platform");
                Map<String, Verdict> verdicts = run(jdk, virtual);
                System.out.printf("%-24s %10s %10s %10s%n", "", "statements", "wrong", "nobody's");
                verdicts.forEach((kind, v) -> System.out.printf("%-24s %10d %10d %10d%n", kind, v.statements(),
                        v.wrong(), v.orphaned()));
                bad += verdicts.values().stream().mapToInt(v -> v.wrong() + v.orphaned()).sum();
            }
        return bad == 0 ? 0 : 1;
    }

    private static boolean hasVirtualThreads(String jdk) throws IOException {
        return Files.readAllLines(Path.of(jdk, "release")).stream()
                .anyMatch(l -> l.matches("JAVA_VERSION=\"(2[1-9]|[3-9]\\d).*"));
    }

    private Map<String, Verdict> run(String jdk, boolean virtual) throws IOException, InterruptedException {
        Path run = Files.createTempDirectory("whodunit-handoffs");
        DirectoryTree.deleteAtExit(run);
        try {
            Path data = run.resolve("data"), log = run.resolve("general.log"), recording = run.resolve("recording");
            MariaDbInstance.install(data);
            int port = ServerProcess.freePort();
            try (ServerProcess database = ServerProcess.start("mariadbd", MariaDbInstance.command(data, port,
                    "--general-log", "--general-log-file=" + log), Map.of(), run, run.resolve("mariadb.log"))) {
                database.await(() -> MariaDbInstance.answers(data, port), 60);
                program(jdk, virtual, run, recording, port);
            }
            return Verdict.of(recording, Files.readString(log, StandardCharsets.ISO_8859_1));
        } finally {
            DirectoryTree.delete(run);
        }
    }

    private void program(String jdk, boolean virtual, Path run, Path recording, int port)
            throws IOException, InterruptedException {
        Path target = checkout.home().resolve("benchmarks/handoffs/target"), said = run.resolve("program.log");
        List<String> command = new ArrayList<>(checkout.record(recording, "program"));
        command.addAll(List.of(jdk + "/bin/java", "-cp", target.resolve("classes") + ":" + target.resolve("lib") + "/*",
                Program.class.getName(), "jdbc:mariadb://127.0.0.1:" + port + "/?user=root",
                Integer.toString(statements), Integer.toString(each), Boolean.toString(virtual)));
        int status = new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
        if (status != 0)
            throw new IOException("the program ended with status " + status + ":\n" + Files.readString(said));
    }
}
