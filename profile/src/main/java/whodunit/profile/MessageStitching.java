// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/** Finds whose messages were, and who sent them. */
final class MessageStitching {
    private MessageStitching() {}

    static StitchedMessage of(Stitcher stitcher, RecordedProcess process, Message message,
            TimedSum<MessageCounts> times) {
        Context from = process.contexts.get(message.from());
        RecordedProcess peer = from == null || from.kind() != Context.Kind.REMOTE ? null : stitcher.process(from.uid());
        return new StitchedMessage(process, message, transaction(stitcher, process, message), peer, times);
    }

    private static String transaction(Stitcher stitcher, RecordedProcess process, Message message) {
        if (message.isUnknown())
            return "(" + (message.reason().isEmpty() ? "unknown" : message.reason()) + ")";
        boolean senders = message.kind() == Message.Kind.REQUEST
                || message.kind() == Message.Kind.KEPT && message.from() != Context.ROOT;
        Stitcher.Origin origin = stitcher.origin(process, senders ? message.from() : message.context());
        if (origin.reason() != null)
            return "(" + origin.reason() + ")";
        if (origin.type() != null)
            return origin.type();
        return TransactionNaming.ofHandlers(origin.path())
                .or(() -> TransactionNaming.ofStack(origin.path(), process.application))
                .orElse("(thread without a transaction)");
    }
}
