// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.sedaweb.load.Pages;
import whodunit.sedaweb.run.Site;
import whodunit.sedaweb.run.WebServerProcess;

@Command(name = "soak", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Load of all shapes and hostile clients, for a long time: every reply must be right, nothing "
                + "may stall, no thread, descriptor or memory may leak. Ends with status 1 if that was not so.")
public final class Soak implements Callable<Integer> {
    @Option(names = "--seconds", converter = Count.class, defaultValue = "600",
            description = "At least so long (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--requests", converter = Count.class, defaultValue = "100000",
            description = "In each round (${DEFAULT-VALUE}).")
    private int requests;

    public static void main(String[] args) {
        System.exit(Commands.execute(new Soak(), args));
    }

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("seda-web-soak");
        Pages pages = new Pages(8192);
        try (Site site = new Site(directory, pages);
                WebServerProcess server = WebServerProcess.start(List.of(), List.of("-Xmx128m"),
                        directory.resolve("log"), site.arguments());
                Endurance endurance = new Endurance(server, pages)) {
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            for (int round = 1; round == 1 || System.nanoTime() - end < 0; round++)
                System.out.println("round " + round + "\n" + endurance.round(requests, round));
            List<String> wrong = endurance.finish();
            wrong.forEach(System.err::println);
            System.out.println(wrong.isEmpty() ? "nothing was wrong" : wrong.size() + " wrong");
            return wrong.isEmpty() ? 0 : 1;
        }
    }
}
