// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command's manual page, in roff's man macros, from what its help is made of. picocli's own generator writes
 * AsciiDoc, which only a further program in another language turns into a page.
 */
final class ManPage {
    private final CommandLine line;
    private final CommandSpec spec;
    private final Help help;
    private final StringBuilder page = new StringBuilder();

    private ManPage(CommandLine line) {
        this.line = line;
        this.spec = line.getCommandSpec();
        this.help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
    }

    /** The page's name and its text; those of a command's commands are pages of their own. */
    static Map.Entry<String, String> of(CommandLine line) {
        ManPage page = new ManPage(line);
        String name = spec(line).qualifiedName("-");
        page.write(name);
        return Map.entry(name + ".1", page.page.toString());
    }

    private static CommandSpec spec(CommandLine line) {
        return line.getCommandSpec();
    }

    private void write(String name) {
        page.append(".TH ").append(escaped(name).toUpperCase(java.util.Locale.ROOT)).append(" 1 \"\" \"")
                .append(escaped(spec.version()[0])).append("\"\n");
        section("NAME");
        text(name + " - " + lowerFirst(String.join(" ", spec.usageMessage().header())));
        section("SYNOPSIS");
        page.append(".nf\n");
        lines(help.synopsis(0).split("\n"));
        page.append(".fi\n");
        section("DESCRIPTION");
        for (String paragraph : spec.usageMessage().description())
            text(paragraph.replace("%%", "%").replace("%n", " "));
        parameters();
        options();
        commands();
        items("EXIT STATUS", spec.usageMessage().exitCodeList());
        footer();
        seeAlso(name);
    }

    private void parameters() {
        if (spec.positionalParameters().isEmpty())
            return;
        section("ARGUMENTS");
        for (PositionalParamSpec p : spec.positionalParameters())
            rows(help.createDefaultParameterRenderer().render(p, help.createDefaultParamLabelRenderer(),
                    help.colorScheme()), 2);
    }

    private void options() {
        section("OPTIONS");
        for (OptionSpec o : spec.options().stream().filter(o -> !o.hidden()).toList())
            rows(help.createDefaultOptionRenderer().render(o, help.createDefaultParamLabelRenderer(),
                    help.colorScheme()), 4);
    }

    /** @param description the column in which that is; before it are the names in parts */
    private void rows(Help.Ansi.Text[][] rows, int description) {
        StringBuilder names = new StringBuilder();
        List<String> about = new ArrayList<>();
        for (Help.Ansi.Text[] row : rows) {
            for (int i = 0; i < row.length - 1; i++)
                names.append(row[i].toString().equals(",") ? ", " : row[i].toString().strip());
            about.add(row[row.length - 1].toString());
        }
        page.append(".TP\n.B ").append(escaped(names.toString())).append('\n');
        for (int i = 0; i < about.size(); i++) {
            if (i > 0)
                page.append(".br\n");
            text(about.get(i));
        }
    }

    private void commands() {
        if (spec.subcommands().isEmpty())
            return;
        section("COMMANDS");
        for (Map.Entry<String, CommandLine> c : spec.subcommands().entrySet())
            if (!spec(c.getValue()).usageMessage().hidden()) {
                page.append(".TP\n.BR ").append(escaped(spec.name() + "-" + c.getKey())).append(" (1)\n");
                text(String.join(" ", spec(c.getValue()).usageMessage().header()));
            }
    }

    private void items(String title, Map<String, String> items) {
        section(title);
        items.forEach((key, value) -> {
            page.append(".TP\n.B ").append(escaped(key.strip())).append('\n');
            text(value);
        });
    }

    /** Lines that end in a colon are titles; what follows is shown as it is. */
    private void footer() {
        boolean asIs = false;
        for (String l : spec.usageMessage().footer()) {
            boolean title = l.endsWith(":") && !l.startsWith(" ");
            if (asIs && (title || l.isEmpty()))
                page.append(".fi\n");
            if (title)
                section(l.substring(0, l.length() - 1).toUpperCase(java.util.Locale.ROOT));
            if (title)
                page.append(".nf\n");
            else
                text(l.replace("%%", "%"));
            asIs = title || asIs && !l.isEmpty();
        }
        if (asIs)
            page.append(".fi\n");
    }

    private void seeAlso(String name) {
        if (line.getParent() == null)
            return;
        section("SEE ALSO");
        page.append(".BR ").append(escaped(spec(line.getParent()).name())).append(" (1)\n");
    }

    private void section(String title) {
        page.append(".SH ").append(title).append('\n');
    }

    private void lines(String... lines) {
        for (String l : lines)
            text(l);
    }

    private void text(String text) {
        if (!text.isBlank())
            page.append(escaped(text)).append('\n');
        else
            page.append(".PP\n");
    }

    /** Escaped so that nothing is taken for a request or an escape, and hyphens stay what was typed. */
    private static String escaped(String text) {
        String safe = text.replace("\\", "\\e").replace("-", "\\-");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }

    private static String lowerFirst(String text) {
        boolean word = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return word ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
    }
}
