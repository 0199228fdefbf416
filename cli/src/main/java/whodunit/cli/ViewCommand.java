// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import whodunit.cli.html.Walked;
import whodunit.cli.view.ViewServer;
import whodunit.profile.Profile;
import whodunit.profile.SampledTime;

@Command(name = "view", header = "The report as a page in the browser, with live filters.",
        description = {
                "Serves the page until Ctrl-C ends it. Only this machine can reach it, "
                        + "and only with the address that is printed."},
        footer = {"", "Example:", "  whodunit view rec/"})
final class ViewCommand implements Runnable {
    @Mixin
    private RecordingInput input;

    @Mixin
    private SelectionOptions selection;

    @Mixin
    private SymbolOptions symbols;

    @Spec
    private CommandSpec spec;

    private int port;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "0", description = "TCP port. Default: a free one.")
    private void port(int number) {
        if (number < 0 || number > 65535)
            throw new ParameterException(spec.commandLine(),
                    "--port is a TCP port, 1 to 65535, or 0 for a free one, not " + number);
        port = number;
    }

    @Override
    public void run() {
        Profile profile = selection.of(input.profile(symbols));
        Walked walked = WalkedInput.of(profile, SampledTime.CPU,
                time -> selection.ofOtherTime(input.profile(symbols, time)));
        try (ViewServer server = new ViewServer(profile, walked, port)) {
            Progress.OF_THIS_COMMAND.ends();
            System.out.println(server.address());
            System.out.flush();
            System.err.println("whodunit: open this address in a browser; Ctrl-C ends it");
            new CountDownLatch(1).await();
        } catch (IOException e) {
            throw new UserError("cannot serve at port " + port + ": " + e.getMessage()
                    + "; choose another by --port, or leave it out");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
