// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.launcher;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Done by {@code scripts/record.sh}, and inside the recorded process by {@code runtime/src/options.c}. */
@Command(name = "record",
        header = "Run a server, native or JVM, and record it.",
        customSynopsis = "@|bold whodunit record|@ [OPTION...] -- COMMAND [ARGUMENT...]",
        description = {
                "Runs the command with the recorder in it and in its children: by LD_PRELOAD in native programs, by an "
                        + "agent in JVMs. Signals reach the command itself, "
                        + "and nothing is left behind but the recording.",
                "", "Only on x86-64 Linux with glibc."},
        exitCodeList = {"N:the command's own", "2:an option is wrong; nothing was run",
                "126:the command may not be executed", "127:there is no such command"},
        footer = {"", "Examples:", "  whodunit record -o rec --tier db -- mariadbd --defaults-file=my.cnf",
                "  whodunit record -o rec --tier web --engine kernel --interval 1ms --off-cpu 20us -- catalina.sh run",
                "  whodunit record -o rec --libevent -- memcached -l 127.0.0.1"})
public final class RecordCommand extends LauncherCommand {
    @Option(names = {"-o", "--dir"}, paramLabel = "DIR", defaultValue = "whodunit-recording",
            description = "Where the recording goes; %%p is the process's number, %%t the time. "
                    + "Default: ${DEFAULT-VALUE}.")
    private Path directory;

    @Option(names = "--tier", paramLabel = "NAME",
            description = "The tier's name in reports: the role of the server, such as web or db. Default: "
                    + "the program's name.")
    private String tier;

    @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = "ctimer",
            description = {"How samples are taken. Default: ${DEFAULT-VALUE}.",
                    "ctimer: lowest overhead, at most 250 samples/s per core.",
                    "cpu-clock: higher rates, of time in user space only.", "wall: also samples threads that wait.",
                    "kernel: high rates on any server, kernel frames, and with --off-cpu waits; by a helper that needs "
                            + "root, or CAP_BPF and CAP_PERFMON, and Linux 6.13; else ctimer, and a line says why."})
    private String engine;

    @Option(names = "--interval", paramLabel = "TIME", defaultValue = "10ms",
            description = "Between two samples of a thread, such as 500us; 4ms is for runs of less than a minute. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String interval;

    @Option(names = "--off-cpu", paramLabel = "TIME|off", defaultValue = "off",
            description = "With --engine kernel: also samples waits that are at least this long, such as 20us, with "
                    + "their length; for report --time waiting or wall. Default: ${DEFAULT-VALUE}.")
    private String offCpu;

    @Option(names = "--rotate", paramLabel = "TIME", defaultValue = "10s",
            description = "Length of one file; kill -9 loses at most this much. Default: ${DEFAULT-VALUE}.")
    private String rotate;

    @Option(names = "--crosstalk", paramLabel = "on|off", defaultValue = "on",
            description = "Whether waits for locks are measured: who waits for whom. Default: ${DEFAULT-VALUE}.")
    private String crosstalk;

    @Option(names = "--flows", paramLabel = "on|off", defaultValue = "off",
            description = "Whether work that threads hand to each other under locks takes its context along, in native "
                    + "programs; critical sections are watched for it. Default: ${DEFAULT-VALUE}.")
    private String flows;

    @Option(names = "--waits", paramLabel = "on|off", defaultValue = "off",
            description = "Whether every wait of every thread is recorded, with who ended it, for whodunit waits; by a "
                    + "helper that needs root, or CAP_BPF and CAP_PERFMON. Default: ${DEFAULT-VALUE}.")
    private String waits;

    @Option(names = "--events", paramLabel = "full|paper", defaultValue = "full",
            description = "Of event loops, full: descriptors carry contexts too; paper: "
                    + "only registrations do. Default: ${DEFAULT-VALUE}.")
    private String events;

    @Option(names = "--requests", paramLabel = "on|off", defaultValue = "on",
            description = "Whether a JVM's agent begins a transaction for each request; off: only the servlet filter "
                    + "and the application do. Default: ${DEFAULT-VALUE}.")
    private String requests;

    @Option(names = "--baggage", paramLabel = "trust|ignore", defaultValue = "trust",
            description = "Whether contexts in the baggage of requests that arrive are taken over. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String baggage;

    @Option(names = "--messages", paramLabel = "on|off", defaultValue = "off",
            description = "Whether contexts go with messages on sockets and pipes. Default: ${DEFAULT-VALUE}.")
    private String messages;

    @Option(names = "--publish", paramLabel = "on|off", defaultValue = "off",
            description = "Whether other programs can read which context a thread has, in the form of OpenTelemetry's "
                    + "thread context. Default: ${DEFAULT-VALUE}.")
    private String publish;

    @Option(names = "--routes", paramLabel = "FILE",
            description = "Patterns that name requests, one a line, such as /shop/:item or /static/...")
    private String routes;

    @Option(names = "--app", paramLabel = "PATTERNS",
            description = {"Which Java methods are the application's own, such as",
                    "com.acme.*:!com.acme.util.*. Default: all but those of known libraries."})
    private String application;

    @Option(names = "--libevent",
            description = "For servers on libevent: splits samples by the path of event handlers, by a libevent of "
                    + "ours in front of the system's. The server's binary stays as it is.")
    private boolean libevent;

    @Parameters(paramLabel = "COMMAND", description = "What to run, with its arguments.")
    private List<String> command;
}
