// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.messages;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import whodunit.cli.text.PrintableName;
import whodunit.profile.message.Messages;

/** Messages for a terminal of 80 columns: a table for each pair of tiers and address. */
public final class MessagesText {
    private static final int TYPES = 20;
    private static final String COLUMNS = "  %-27s %8s %8s %9s %8s %5s %7s%n";

    private MessagesText() {}

    public static void write(Messages messages, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        if (messages.rows.isEmpty())
            out.println("no messages were recorded, or none of what was chosen; to have them: record --messages on");
        Map<String, List<Messages.Row>> channels = new LinkedHashMap<>();
        for (Messages.Row r : messages.rows)
            channels.computeIfAbsent(heading(r), k -> new ArrayList<>()).add(r);
        channels.forEach((heading, rows) -> {
            out.println(heading);
            table(out, rows);
            out.println();
        });
        out.flush();
    }

    private static String heading(Messages.Row r) {
        String tiers = PrintableName.of(r.from(), 24) + " -> " + PrintableName.of(r.to(), 24);
        String transport = r.transport().name().toLowerCase(Locale.ROOT);
        String service = r.service().equals(transport) ? transport : (transport + " " + r.service()).strip();
        return tiers + ", " + PrintableName.of(service, 80 - tiers.length() - 2);
    }

    private static void table(PrintStream out, List<Messages.Row> rows) {
        out.printf(COLUMNS, "transaction", "messages", "bytes", "responses", "bytes", "mixed", "unknown");
        for (Messages.Row r : rows.subList(0, Math.min(TYPES, rows.size())))
            out.printf(COLUMNS, PrintableName.of(r.transaction(), 27), count(r.messages().calls()),
                    bytes(r.messages().bytes()), count(r.responses().calls()), bytes(r.responses().bytes()),
                    count(r.mixed()), count(r.unknown().calls()));
        if (rows.size() > TYPES)
            out.printf("  and %d more (--format csv shows all)%n", rows.size() - TYPES);
    }

    private static String count(long n) {
        return n == 0 ? "." : n < 100_000 ? Long.toString(n) : scaled(n);
    }

    private static String bytes(long n) {
        return n == 0 ? "." : n < 1000 ? Long.toString(n) : scaled(n);
    }

    /** In at most six characters, up to what one number can hold. */
    private static String scaled(double n) {
        String units = "kMGTPE";
        int unit = -1;
        while (n >= 999.95 && unit + 1 < units.length()) {
            n /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f%s", n, unit < 0 ? "" : units.substring(unit, unit + 1));
    }
}
