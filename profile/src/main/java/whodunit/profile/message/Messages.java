// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.message;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
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

    /** One end of the channels of an address; machine: null if there is one such address only. */
    private record End(Message.Transport transport, String service, boolean accepted, RecordedProcess machine) {}

    /** By the tiers' names, then the most bytes first. */
    public final List<Row> rows;

    private final Map<Key, Row> sums = new LinkedHashMap<>();
    /** Bytes that recorded processes have received, by who sent them, then by service. */
    private final Map<Sender, Map<String, Long>> received = new LinkedHashMap<>();
    /** The same where it is not known who sent them, by where they were received. */
    private final Map<End, Long> receivedUnnamed = new HashMap<>();
    /** The tier that accepts at an address; {@link #UNKNOWN}: several do. */
    private final Map<End, String> accepting = new HashMap<>();
    /** A process of each machine. */
    private final List<RecordedProcess> machines = new ArrayList<>();

    public Messages(Profile profile) {
        this(profile, Set.of());
    }

    /** @param tiers only what they send or receive; empty: all */
    public Messages(Profile profile, Set<String> tiers) {
        Set<StitchedMessage> selected = Collections.newSetFromMap(new IdentityHashMap<>());
        selected.addAll(profile.messages);
        profile.allMessages.forEach(this::addReceived);
        for (StitchedMessage m : profile.allMessages)
            add(m, selected.contains(m));
        rows = sums.values().stream()
                .filter(r -> tiers.isEmpty() || tiers.contains(r.from) || tiers.contains(r.to))
                .sorted(Comparator.comparing((Row r) -> r.from).thenComparing(Row::to).thenComparing(Row::transport)
                        .thenComparing(Row::service).thenComparing(r -> -r.bytes()).thenComparing(Row::transaction))
                .toList();
    }

    private void addReceived(StitchedMessage m) {
        Message of = m.message();
        if (of.accepted() && !of.service().isEmpty())
            accept(m, of);
        if (m.peer() != null) {
            var from = m.process().contexts.get(of.from());
            received.computeIfAbsent(new Sender(from.uid(), from.synopsis()), k -> new LinkedHashMap<>())
                    .merge(of.service(), m.counts().bytes(), Long::sum);
        } else if (of.kind() != Message.Kind.SENT && !of.service().isEmpty()) {
            receivedUnnamed.merge(end(m, of.accepted()), m.counts().bytes(), Long::sum);
        }
    }

    private void accept(StitchedMessage m, Message of) {
        if (isOfOneMachine(of)) // from another one it may be the same: a clock may have been set
            accepting.put(new End(of.transport(), of.service(), true, null), UNKNOWN);
        accepting.merge(end(m, true), m.process().tier, (a, b) -> a.equals(b) ? a : UNKNOWN);
    }

    private End end(StitchedMessage m, boolean accepted) {
        Message of = m.message();
        return new End(of.transport(), of.service(), accepted, isOfOneMachine(of) ? machine(m.process()) : null);
    }

    /** Each machine has such an address of its own. */
    private static boolean isOfOneMachine(Message of) {
        return of.transport() == Message.Transport.UNIX || of.transport() == Message.Transport.PIPE
                || of.service().startsWith("127.") || of.service().startsWith("[::1]");
    }

    private RecordedProcess machine(RecordedProcess process) {
        for (RecordedProcess known : machines)
            if (known.sharesMachineWith(process))
                return known;
        machines.add(process);
        return process;
    }

    /** @param selected else it only takes what others have received of it */
    private void add(StitchedMessage m, boolean selected) {
        Message of = m.message();
        if (!selected && (of.kind() != Message.Kind.SENT || of.isUnknown()))
            return;
        MessageCounts counts = m.counts(), none = MessageCounts.NONE;
        String own = m.process().tier;
        boolean answer = of.isClients();
        if (of.isUnknown()) {
            String other = peer(m, UNKNOWN);
            boolean asks = of.kind() == Message.Kind.SENT ? !of.accepted() : answer;
            put(m, asks ? own : other, asks ? other : own, none, none, counts);
            return;
        }
        String other = peer(m, OUTSIDE);
        switch (of.kind()) {
            case REQUEST -> put(m, other, own, counts, none, none);
            case RESPONSE -> put(m, own, other, none, counts, none);
            case KEPT, BEGUN -> {
                if (answer)
                    put(m, own, other, none, counts, none);
                else
                    put(m, other, own, counts, none, none);
            }
            case SENT -> {
                MessageCounts rest = withoutReceived(m, counts);
                if (selected && rest.bytes() > 0)
                    put(m, of.accepted() ? OUTSIDE : own, of.accepted() ? own : OUTSIDE, of.accepted() ? none : rest,
                            of.accepted() ? rest : none, none);
            }
            default -> {}
        }
    }

    /** The other end's tier: whoever has sent, or accepts where this process has connected to. */
    private String peer(StitchedMessage m, String otherwise) {
        if (m.peer() != null)
            return m.peer().tier;
        Message of = m.message();
        return of.isClients() ? accepting.getOrDefault(end(m, true),
                accepting.getOrDefault(new End(of.transport(), of.service(), true, null), otherwise)) : otherwise;
    }

    /** What nobody who is recorded has received; of calls that is known in proportion only. */
    private MessageCounts withoutReceived(StitchedMessage m, MessageCounts sent) {
        Message message = m.message();
        Map<String, Long> byService = received.getOrDefault(new Sender(m.process().uid, message.context()), Map.of());
        long left = sent.bytes();
        for (String service : new ArrayList<>(byService.keySet()))
            if (service.equals(message.service()) || service.isEmpty() || message.service().isEmpty())
                left -= take(byService, service, left);
        left -= take(receivedUnnamed, end(m, !message.accepted()), left);
        return left == sent.bytes() ? sent
                : new MessageCounts(Math.round((double) sent.calls() * left / sent.bytes()), left, 0);
    }

    private static <K> long take(Map<K, Long> bytes, K key, long most) {
        long there = Math.min(most, bytes.getOrDefault(key, 0L));
        if (there > 0)
            bytes.merge(key, -there, Long::sum);
        return there;
    }

    private void put(StitchedMessage m, String from, String to, MessageCounts messages, MessageCounts responses,
            MessageCounts unknown) {
        Message of = m.message();
        Row row = new Row(from, to, m.transaction(), of.transport(), of.service(), messages, responses, unknown);
        sums.merge(new Key(from, to, m.transaction(), of.transport(), of.service()), row, Row::plus);
    }
}
