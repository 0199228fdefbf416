// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.cli.messages.MessagesCsv;
import whodunit.cli.messages.MessagesJson;
import whodunit.cli.messages.MessagesText;
import whodunit.profile.Profile;
import whodunit.profile.message.Messages;

@Command(name = "messages", header = "Which request type sends how much from which tier to which.",
        description = {
                "A message is a call that received, or, where nobody who is recorded received it, one that sent. "
                        + "Responses came back on the same channels. Of mixed messages one call brought the bytes of "
                        + "several requests; of unknown ones it is not known whose they are, with the reason in "
                        + "brackets."},
        footer = {"", "Examples:", "  whodunit messages rec/", "  whodunit messages rec/ --tier php --since 10",
                "  whodunit messages rec/ --format csv -o messages.csv"})
final class MessagesCommand implements Runnable {
    /** How the messages are written. */
    enum Format { text, json, csv }

    @Mixin
    private RecordingInput input;

    @Mixin
    private SymbolOptions symbols;

    @Mixin
    private TimeOptions time;

    @Mixin
    private TierOptions tier;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        Profile profile = time.of(input.profile(symbols));
        Messages messages = new Messages(profile, tier.of(profile));
        output.write(out -> {
            switch (format) {
                case text -> MessagesText.write(messages, out);
                case json -> MessagesJson.write(messages, out);
                case csv -> MessagesCsv.write(messages, out);
            }
        });
    }
}
