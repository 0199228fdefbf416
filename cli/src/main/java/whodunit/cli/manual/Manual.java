// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.manual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import whodunit.cli.Main;

/** Writes what comes with a program besides its help: manual pages and completion for bash. Run by the build. */
public final class Manual {
    private Manual() {}

    /** @param args the directory in which others' are, such as /usr/share */
    public static void main(String[] args) throws IOException {
        write(Main.commandLine(), Path.of(args[0]));
    }

    static void write(CommandLine whodunit, Path share) throws IOException {
        Path pages = Files.createDirectories(share.resolve("man/man1"));
        for (CommandLine command : visible(whodunit)) {
            Map.Entry<String, String> page = ManPage.of(command);
            Files.writeString(pages.resolve(page.getKey()), page.getValue());
        }
        Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
        Files.writeString(completions.resolve("whodunit"), AutoComplete.bash("whodunit", whodunit));
    }

    private static List<CommandLine> visible(CommandLine whodunit) {
        List<CommandLine> commands = new ArrayList<>(List.of(whodunit));
        whodunit.getSubcommands().values().stream()
                .filter(c -> !c.getCommandSpec().usageMessage().hidden()).forEach(commands::add);
        return commands;
    }
}
