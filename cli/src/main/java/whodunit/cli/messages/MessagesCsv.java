// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.messages;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import whodunit.cli.text.Csv;
import whodunit.profile.message.Messages;

/** A line per row. */
public final class MessagesCsv {
    private MessagesCsv() {}

    public static void write(Messages messages, OutputStream out) {
        PrintStream csv = new PrintStream(out, false, StandardCharsets.UTF_8);
        Csv.line(csv, "from", "to", "transaction", "transport", "service", "messages", "bytes", "responses",
                "response_bytes", "mixed", "unknown", "unknown_bytes");
        for (Messages.Row r : messages.rows)
            Csv.line(csv, r.from(), r.to(), r.transaction(), r.transport().name().toLowerCase(Locale.ROOT),
                    r.service(), Long.toString(r.messages().calls()), Long.toString(r.messages().bytes()),
                    Long.toString(r.responses().calls()), Long.toString(r.responses().bytes()),
                    Long.toString(r.mixed()), Long.toString(r.unknown().calls()), Long.toString(r.unknown().bytes()));
        csv.flush();
    }
}
