// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.message;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import whodunit.profile.Message;
import whodunit.profile.MessageCounts;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.StitchedMessage;

/** Which tier and transaction sends what to which tier. Processes of the same tier name are one. */
public final class Messages {
    /** The name of who is not recorded. */
    public static final String OUTSIDE = "(outside)";
    /** The name of who may be recorded or not. */
    public static final String UNKNOWN = "(unknown)";

    /**
     * Messages of one transaction type on channels between two tiers.
     *
     * @param from        who asks, or sends; {@link #OUTSIDE}: nobody who is recorded
     * @param to          who answers, or receives
     * @param transaction its type; in brackets why there is none
     * @param service     the address that was connected to; empty: not known
     * @param messages    from the one to the other; calls that received, if that is recorded
     * @param responses   the other way on the same channels
     * @param unknown     sent or received, of which it is not known whose they are; not in the others
     */
    public record Row(String from, String to, String transaction, Message.Transport transport, String service,
            MessageCounts messages, MessageCounts responses, MessageCounts unknown) {
        /** Messages and responses of which one call brought bytes of several contexts. */
        public long mixed() {
            return messages.mixed() + responses.mixed();
        }

        private long bytes() {
            return messages.bytes() + responses.bytes() + unknown.bytes();
        }

        private Row plus(Row o) {
            return new Row(from, to, transaction, transport, service, messages.plus(o.messages),
                    responses.plus(o.responses), unknown.plus(o.unknown));
        }
    }

    private record Key(String from, String to, String transaction, Message.Transport transport, String service) {}

    private record Sender(long process, int context) {}

    /** By the tiers' names, then the most bytes first. */
    public final List<Row> rows;

    private final Map<Key, Row> sums = new LinkedHashMap<>();
    /** Bytes that recorded processes have received, by who sent them, then by service. */
    private final Map<Sender, Map<String, Long>> received = new LinkedHashMap<>();

    public Messages(Profile profile) {
        this(profile, Set.of());
    }

    /** @param tiers only what they send or receive; empty: all */
    public Messages(Profile profile, Set<String> tiers) {
        profile.messages.forEach(this::addReceived);
        for (StitchedMessage m : profile.messages)
            add(m);
        rows = sums.values().stream()
                .filter(r -> tiers.isEmpty() || tiers.contains(r.from) || tiers.contains(r.to))
                .sorted(Comparator.comparing((Row r) -> r.from).thenComparing(Row::to).thenComparing(Row::transport)
                        .thenComparing(Row::service).thenComparing(r -> -r.bytes()).thenComparing(Row::transaction))
                .toList();
    }

    private void addReceived(StitchedMessage m) {
        if (m.peer() == null)
            return;
        var from = m.process().contexts.get(m.message().from());
        received.computeIfAbsent(new Sender(from.uid(), from.synopsis()), k -> new LinkedHashMap<>())
                .merge(m.message().service(), m.counts().bytes(), Long::sum);
    }

    private void add(StitchedMessage m) {
        String own = m.process().tier, peer = m.peer() == null ? OUTSIDE : m.peer().tier;
        MessageCounts counts = m.counts();
        boolean answer = m.message().isClients();
        if (m.message().isUnknown()) {
            boolean asks = m.message().kind() == Message.Kind.SENT ? !m.message().accepted() : answer;
            String other = m.peer() == null ? UNKNOWN : peer;
            put(m, asks ? own : other, asks ? other : own, MessageCounts.NONE, MessageCounts.NONE, counts);
            return;
        }
        switch (m.message().kind()) {
            case REQUEST -> put(m, peer, own, counts, MessageCounts.NONE, MessageCounts.NONE);
            case RESPONSE -> put(m, own, peer, MessageCounts.NONE, counts, MessageCounts.NONE);
            case KEPT, BEGUN -> {
                if (answer)
                    put(m, own, peer, MessageCounts.NONE, counts, MessageCounts.NONE);
                else
                    put(m, peer, own, counts, MessageCounts.NONE, MessageCounts.NONE);
            }
            case SENT -> {
                MessageCounts rest = withoutReceived(m.process(), m.message(), counts);
                if (rest.bytes() == 0)
                    return;
                if (m.message().accepted())
                    put(m, OUTSIDE, own, MessageCounts.NONE, rest, MessageCounts.NONE);
                else
                    put(m, own, OUTSIDE, rest, MessageCounts.NONE, MessageCounts.NONE);
            }
            default -> {}
        }
    }

    /** What nobody who is recorded has received; of calls that is known in proportion only. */
    private MessageCounts withoutReceived(RecordedProcess process, Message message, MessageCounts sent) {
        Map<String, Long> byService = received.getOrDefault(new Sender(process.uid, message.context()), Map.of());
        long left = sent.bytes();
        for (String service : new ArrayList<>(byService.keySet()))
            if (service.equals(message.service()) || service.isEmpty() || message.service().isEmpty()) {
                long here = Math.min(left, byService.get(service));
                byService.merge(service, -here, Long::sum);
                left -= here;
            }
        return left == sent.bytes() ? sent
                : new MessageCounts(Math.round((double) sent.calls() * left / sent.bytes()), left, 0);
    }

    private void put(StitchedMessage m, String from, String to, MessageCounts messages, MessageCounts responses,
            MessageCounts unknown) {
        Message of = m.message();
        Row row = new Row(from, to, m.transaction(), of.transport(), of.service(), messages, responses, unknown);
        sums.merge(new Key(from, to, m.transaction(), of.transport(), of.service()), row, Row::plus);
    }
}
